declare const __PRODUCT_NAME__: string
declare const __SUPPORT_EMAIL__: string
declare const __PUBLIC_URL__: string
declare const __ASKS_MYGOV_PASSWORD__: boolean
declare const __BUILD_YEAR__: number
declare const __BUILD_DAY__: string

/** What the product calls itself and where it lives, fixed when the pages are built. */
export const product = {
  name: __PRODUCT_NAME__,
  supportEmail: __SUPPORT_EMAIL__,
  baseUrl: __PUBLIC_URL__,
  /** Whether the lodgement form had the myGov fields when the pages were built; the server has the last word. */
  asksMyGovPassword: __ASKS_MYGOV_PASSWORD__,
  buildYear: __BUILD_YEAR__,
  /** The day it was in Sydney. */
  buildDay: __BUILD_DAY__,
}
