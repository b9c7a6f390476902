declare const __PRODUCT_NAME__: string
declare const __SUPPORT_EMAIL__: string
declare const __BUILD_ORIGIN__: string
declare const __ASKS_MYGOV_PASSWORD__: boolean
declare const __BUILD_YEAR__: number
declare const __BUILD_DAY__: string

/** The server replaces the build's origin with the public one. */
const origin = typeof document === 'undefined' ? __BUILD_ORIGIN__ : document.documentElement.dataset['origin']

/** The product's name and settings, fixed when the pages are built except for the URL. */
export const product = {
  name: __PRODUCT_NAME__,
  supportEmail: __SUPPORT_EMAIL__,
  baseUrl: origin ?? __BUILD_ORIGIN__,
  /** Whether the lodgement form has the myGov fields; the server's own setting wins. */
  asksMyGovPassword: __ASKS_MYGOV_PASSWORD__,
  buildYear: __BUILD_YEAR__,
  /** In Sydney, as `2026-06-30`. */
  buildDay: __BUILD_DAY__,
}
