const inPackages = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`)

const framework = inPackages('react', 'react-dom', 'scheduler', 'react-router', 'cookie', 'set-cookie-parser')
/** What every screen is made of; all it imports comes with it, so nothing here may need data or forms. */
const base =
  /[\\/]app[\\/](?:ui[\\/](?:layout|feedback|theme|controls)|platform[\\/](?:page|session|offline)|features[\\/]frame)[\\/]/
const forms = /[\\/]app[\\/]ui[\\/](?:fields|forms)[\\/]|[\\/]node_modules[\\/]react-hook-form[\\/]/
/** The lengths of the contract, without its schemas. */
const lengths = /[\\/]contract[\\/]core[\\/]limits\./
const data = /[\\/]app[\\/]platform[\\/]api[\\/]|[\\/]node_modules[\\/](?:zod|@tanstack)[\\/]/
const signingIn = /[\\/](?:app[\\/]features|contract)[\\/]auth[\\/]/

/**
 * How the script is split: the framework, what every screen uses, what forms and reading data take besides, the ways
 * to sign in, and the icons. Left alone the bundler makes dozens of small files, each costing a round trip.
 */
export const scriptGroups = [
  { name: 'framework', test: framework, priority: 6 },
  { name: 'base', test: base, minShareCount: 2, priority: 5 },
  { name: 'icons', test: inPackages('lucide-react'), minShareCount: 2, priority: 4 },
  {
    name: 'forms',
    test: (id: string) => forms.test(id) || lengths.test(id),
    minShareCount: 3,
    priority: 3,
  },
  { name: 'data', test: data, minShareCount: 8, priority: 2 },
  { name: 'signing-in', test: signingIn, minShareCount: 2, priority: 1 },
]
