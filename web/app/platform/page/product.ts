declare const __PRODUCT_NAME__: string
declare const __SUPPORT_EMAIL__: string
declare const __BUILD_ORIGIN__: string
declare const __ASKS_MYGOV_PASSWORD__: boolean
declare const __BUILD_YEAR__: number
declare const __BUILD_DAY__: string

/** The server writes the address people reach the product at into each page. */
const origin = typeof document === 'undefined' ? __BUILD_ORIGIN__ : document.documentElement.dataset['origin']

/** The product's name and settings, most of them fixed when the pages are built. */
export const product = {
  name: __PRODUCT_NAME__,
  supportEmail: __SUPPORT_EMAIL__,
  baseUrl: origin ?? __BUILD_ORIGIN__,
  /** Whether the lodgement form had the myGov fields when the pages were built; the server has the last word. */
  asksMyGovPassword: __ASKS_MYGOV_PASSWORD__,
  buildYear: __BUILD_YEAR__,
  /** The day it was in Sydney. */
  buildDay: __BUILD_DAY__,
}
