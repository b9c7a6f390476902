export type Product = { name: string; supportEmail: string; baseUrl: string }

/** What the product is called and where it lives, by the same variables as the server's. */
export function productFrom(environment: Record<string, string | undefined>): Product {
  const { PRODUCT_NAME, SUPPORT_EMAIL, PUBLIC_URL } = environment
  return {
    name: PRODUCT_NAME ?? 'Docketbox',
    supportEmail: SUPPORT_EMAIL ?? 'support@docketbox.local',
    baseUrl: (PUBLIC_URL ?? 'http://localhost:3000').replace(/\/+$/, ''),
  }
}

/** What the pages are told when they are built; `platform/product.ts` reads it. */
export function productDefinitions({ name, supportEmail, baseUrl }: Product): Record<string, string> {
  return {
    __PRODUCT_NAME__: JSON.stringify(name),
    __SUPPORT_EMAIL__: JSON.stringify(supportEmail),
    __PUBLIC_URL__: JSON.stringify(baseUrl),
    __BUILD_YEAR__: String(new Date().getFullYear()),
  }
}
