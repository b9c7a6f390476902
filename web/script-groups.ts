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
/** What many signed-in screens share, with its imports. What public pages import of it has groups of its own. */
const signedIn =
  /[\\/]app[\\/](?:ui[\\/](?:data|charts)|features)[\\/](?!frame|landing|lodgement|policies|auth)|[\\/]contract[\\/](?!core|lodgement|auth)/
const focusAfterRemoval = /[\\/]ui[\\/]overlay[\\/]focus-after-removal\./
const dialogs = /[\\/]ui[\\/]overlay[\\/](?:dialog|discard-changes)\./
const publicParts = /[\\/]ui[\\/]data[\\/]stamp\.|vite[\\/]preload-helper/
const lodgement = /[\\/]ui[\\/]data[\\/]amount\.|[\\/]tax-file-numbers[\\/.]|[\\/]core[\\/]income-years\./
/** They need Zod, which the form loads later. */
const lodgementSchemas =
  /[\\/]contract[\\/](?:core[\\/](?:schemas[\\/](?:text|fields)|counts)|receipts[\\/](?:labels[\\/]names|deduction-labels))\./

/** The chunks of the script. By default the bundler makes dozens of small files, each costing a round trip. */
export const scriptGroups = [
  { name: 'framework', test: framework, priority: 6 },
  {
    name: 'base',
    test: (id: string) => base.test(id) || focusAfterRemoval.test(id),
    minShareCount: 2,
    priority: 5,
  },
  { name: 'icons', test: inPackages('lucide-react'), minShareCount: 2, priority: 4 },
  {
    name: 'forms',
    test: (id: string) => forms.test(id) || lengths.test(id),
    minShareCount: 6,
    priority: 3,
  },
  { name: 'data', test: data, minShareCount: 8, priority: 2 },
  { name: 'signing-in', test: signingIn, minShareCount: 2, priority: 1 },
  { name: 'dialogs', test: dialogs, minShareCount: 2, priority: 1 },
  { name: 'public', test: publicParts, minShareCount: 2, priority: 1 },
  { name: 'lodgement', test: lodgement, minShareCount: 2, priority: 1 },
  { name: 'lodgement-schemas', test: lodgementSchemas, minShareCount: 2, priority: 1 },
  { name: 'signed-in', test: signedIn, minShareCount: 8, priority: 0 },
]
