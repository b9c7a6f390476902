const inPackages = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`)

const framework = inPackages('react', 'react-dom', 'scheduler', 'react-router', 'cookie', 'set-cookie-parser')
/**
 * Used by every screen, except tabs, passkeys, changes to try again and what lists keep in the URL. Imports come along, so
 * nothing here may import data or forms.
 */
const base =
  /[\\/]app[\\/](?:ui[\\/](?:layout|feedback|theme|controls)|platform[\\/](?:document|page|session|offline)|features[\\/]frame)[\\/](?!tabs\.|passkeys\.|url-params\.|attempt-change\.)/
const forms = /[\\/]app[\\/]ui[\\/](?:fields|forms)[\\/]|[\\/]node_modules[\\/]react-hook-form[\\/]/
/** The contract's limits, without its schemas. */
const lengths = /[\\/]contract[\\/]core[\\/]limits\./
const data =
  /[\\/]app[\\/]platform[\\/](?:api[\\/]|page[\\/]url-params\.)|[\\/]node_modules[\\/](?:zod|@tanstack)[\\/]/
const signingIn = /[\\/](?:app[\\/]features|contract)[\\/]auth[\\/]/

/** The chunks of the script. By default the bundler makes dozens of small files, each costing a round trip. */
export const scriptGroups = [
  { name: 'framework', test: framework, priority: 6 },
  { name: 'base', test: base, minShareCount: 2, priority: 5 },
  { name: 'icons', test: inPackages('lucide-react'), minShareCount: 2, priority: 4 },
  {
    name: 'forms',
    test: (id: string) => forms.test(id) || lengths.test(id),
    minShareCount: 6,
    priority: 3,
  },
  { name: 'data', test: data, minShareCount: 8, priority: 2 },
  { name: 'signing-in', test: signingIn, minShareCount: 2, priority: 1 },
]
