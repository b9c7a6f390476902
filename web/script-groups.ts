const inPackage = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`)
const inApp = (...paths: string[]) =>
  new RegExp(`[\\\\/]app[\\\\/](?:${paths.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`)

const framework = inPackage('react', 'react-dom', 'scheduler', 'react-router', 'cookie', 'set-cookie-parser')
const everyScreen = inApp(
  'platform/(?:api-error|meta|product|scroll|session|theme|when-fetched|when-near)',
  'ui/(?:button|card|class-names|drawings|input|not-found|page-heading|route-effects|skeleton|skip-link)',
  'ui/(?:spinner|splash|stamp|text-link|theme-switch|toast|toast-place|trouble)',
  'features/frame/(?:brand|sections)',
)
const landingIcons = /[\\/]lucide-react[\\/].*[\\/](?:createLucideIcon|menu|plus|x)\./
const formLibrary = inPackage('react-hook-form')
const formParts = inApp(
  'ui/(?:choice-fields|field|form|form-check|form-id|form-problems|form-summary|notice|password-field)',
  'ui/text-field',
)
const dataLibraries = inPackage('zod', '@tanstack/(?:query-core|react-query)')
const dataParts = inApp('platform/(?:api|query-client)')
const waysIn = [
  /[\\/]contract[\\/]src[\\/](?:auth|google|invitations|list|person|second-factor|subscriptions)\.ts$/,
  inApp('features/auth/(?:queries|google-button|sign-up-form|sign-up-sentence)', 'features/frame/disclaimer'),
]

/**
 * How the pages' script is parcelled: what every screen needs, what screens with forms need besides, and
 * those with data, what the ways in share, and the icons. Left alone the bundler makes dozens of small files, and each costs a turn on the line.
 */
export const scriptGroups = [
  {
    name: 'base',
    priority: 3,
    test: (id: string) => [framework, everyScreen, landingIcons].some((one) => one.test(id)),
  },
  {
    name: 'forms',
    priority: 2,
    test: (id: string) => [formLibrary, formParts].some((one) => one.test(id)),
  },
  {
    name: 'data',
    priority: 2,
    test: (id: string) => [dataLibraries, dataParts].some((one) => one.test(id)),
  },
  { name: 'ways-in', priority: 1, test: (id: string) => waysIn.some((one) => one.test(id)) },
  { name: 'icons', priority: 1, test: inPackage('lucide-react') },
]
