const inPackage = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`)
const inApp = (...paths: string[]) =>
  new RegExp(`[\\\\/]app[\\\\/](?:${paths.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`)

const framework = inPackage('react', 'react-dom', 'scheduler', 'react-router', 'cookie', 'set-cookie-parser')
const everyScreen = inApp(
  'platform/(?:meta|product|scroll|session|theme|when-near)',
  'ui/(?:button|card|class-names|drawings|input|not-found|page-heading|route-effects|skeleton|skip-link)',
  'ui/(?:spinner|splash|stamp|text-link|theme-switch|toast|trouble)',
  'features/frame/(?:brand|sections)',
)
const landingIcons = /[\\/]lucide-react[\\/].*[\\/](?:createLucideIcon|menu|plus|x)\./
const dataAndForms = inPackage('zod', '@tanstack/(?:query-core|react-query)', 'react-hook-form', '@hookform')
const dataAndFormParts = inApp(
  'platform/(?:api|query-client)',
  'ui/(?:choice-fields|field|form|form-id|form-problems|form-summary|notice|password-field|text-field)',
)
const waysIn = [
  /[\\/]contract[\\/]src[\\/](?:auth|google|invitations|list|person|second-factor|subscriptions)\.ts$/,
  inApp('features/auth/(?:queries|google-button|sign-up-form|sign-up-sentence)', 'features/frame/disclaimer'),
]

/**
 * How the pages' script is parcelled: what every screen needs, what screens with forms and data need besides, what
 * the ways in share, and the icons. Left alone the bundler makes dozens of small files, and each costs a turn on the line.
 */
export const scriptGroups = [
  {
    name: 'base',
    priority: 3,
    test: (id: string) => [framework, everyScreen, landingIcons].some((one) => one.test(id)),
  },
  {
    name: 'data',
    priority: 2,
    test: (id: string) => [dataAndForms, dataAndFormParts].some((one) => one.test(id)),
  },
  { name: 'ways-in', priority: 1, test: (id: string) => waysIn.some((one) => one.test(id)) },
  { name: 'icons', priority: 1, test: inPackage('lucide-react') },
]
