type Environment = Record<string, string | undefined>

/** What the pages are told about the product when they are built. */
export function productDefinitions({ PRODUCT_NAME, SUPPORT_EMAIL, PUBLIC_URL }: Environment) {
  return {
    __PRODUCT_NAME__: JSON.stringify(PRODUCT_NAME ?? 'Docketbox'),
    __SUPPORT_EMAIL__: JSON.stringify(SUPPORT_EMAIL ?? 'support@docketbox.example'),
    __PUBLIC_URL__: JSON.stringify((PUBLIC_URL ?? 'http://localhost:3000').replace(/\/+$/, '')),
    __BUILD_YEAR__: String(new Date().getFullYear()),
  }
}
