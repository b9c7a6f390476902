declare const __PRODUCT_NAME__: string
declare const __SUPPORT_EMAIL__: string
declare const __PUBLIC_URL__: string
declare const __BUILD_YEAR__: number

/** What the product calls itself and where it lives, fixed when the pages are built. */
export const product = {
  name: __PRODUCT_NAME__,
  supportEmail: __SUPPORT_EMAIL__,
  baseUrl: __PUBLIC_URL__,
  buildYear: __BUILD_YEAR__,
}
