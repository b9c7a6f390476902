const inPackages = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`)

const framework = inPackages('react', 'react-dom', 'scheduler', 'react-router', 'cookie', 'set-cookie-parser')
/** What every screen is made of; all it imports comes with it, so nothing here may need data or forms. */
const base =
  /[\\/]app[\\/](?:ui[\\/](?:layout|feedback|theme|controls)|platform[\\/](?:page|session|offline)|features[\\/]frame)[\\/]/
const data =
  /[\\/](?:app[\\/]platform[\\/]api|contract[\\/]core)[\\/]|[\\/]node_modules[\\/](?:zod|@tanstack)[\\/]/
const forms = /[\\/]app[\\/]ui[\\/](?:fields|forms)[\\/]|[\\/]node_modules[\\/]react-hook-form[\\/]/
const signingIn = /[\\/](?:app[\\/]features|contract)[\\/]auth[\\/]/

/** Modules that fewer screens use stay with those screens. */
const SEVERAL_SCREENS = 8

/**
 * How the script is split: the framework with what every screen uses, what reading data and what forms take besides,
 * the ways to sign in, and the icons. Left alone the bundler makes dozens of small files, each costing a round trip.
 */
export const scriptGroups = [
  { name: 'framework', test: framework, priority: 6 },
  { name: 'base', test: base, minShareCount: 2, priority: 5 },
  { name: 'icons', test: inPackages('lucide-react'), minShareCount: 2, priority: 4 },
  { name: 'data', test: data, minShareCount: SEVERAL_SCREENS, priority: 3 },
  { name: 'forms', test: forms, minShareCount: SEVERAL_SCREENS, priority: 2 },
  { name: 'signing-in', test: signingIn, minShareCount: 2, priority: 1 },
]
