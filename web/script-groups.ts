const inPackage = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`)
const inApp = (...paths: string[]) =>
  new RegExp(`[\\\\/]app[\\\\/](?:${paths.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`)

const framework = inPackage('react', 'react-dom', 'scheduler', 'react-router', 'cookie', 'set-cookie-parser')
const everyScreen = inApp(
  'platform/(?:api/error|page/(?:meta|product|scroll|theme|when-visible)|session/session|offline/retry-when-online)',
  'ui/(?:forms/button|fields/input|feedback/(?:drawings|not-found|skeleton)|layout/(?:card|class-names|page-heading|route-effects|skip-link))',
  'ui/(?:feedback/(?:spinner|splash|toast|toast-region|crash-screen)|data/stamp|layout/text-link|theme/switch)',
  'features/frame/(?:brand|sections)',
)
const landingIcons = /[\\/]lucide-react[\\/].*[\\/](?:createLucideIcon|menu|plus|x)\./
const formLibrary = inPackage('react-hook-form')
const formParts = inApp(
  'ui/(?:fields/(?:choice-fields|field|password-field)|forms/(?:form|check|context|field-errors|error-summary)|feedback/notice)',
  'ui/fields/text-field',
)
const dataLibraries = inPackage('zod', '@tanstack/(?:query-core|react-query)')
const dataParts = inApp('platform/api/(?:client|query-client)')
const waysIn = [
  /[\\/]contract[\\/](?:auth[\\/](?:endpoints|google|second-factor)|core[\\/](?:list|identity)|(?:invitations|subscriptions)[\\/]endpoints)\.ts$/,
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
