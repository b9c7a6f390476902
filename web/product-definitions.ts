import { sydneyDay } from '@docketbox/contract/core/dates'

export type Product = { name: string; supportEmail: string; baseUrl: string; asksMyGovPassword: boolean }

/** What the product is called and where it lives, by the same variables as the server's. */
export function productFrom(environment: Record<string, string | undefined>): Product {
  const { PRODUCT_NAME, SUPPORT_EMAIL, PUBLIC_URL, LODGEMENT_ASKS_MYGOV_PASSWORD } = environment
  return {
    name: PRODUCT_NAME ?? 'Docketbox',
    supportEmail: SUPPORT_EMAIL ?? 'support@docketbox.local',
    baseUrl: (PUBLIC_URL ?? 'http://localhost:3000').replace(/\/+$/, ''),
    asksMyGovPassword: LODGEMENT_ASKS_MYGOV_PASSWORD === 'true',
  }
}

/** What the pages are told when they are built; `platform/product.ts` reads it. */
export function productDefinitions({
  name,
  supportEmail,
  baseUrl,
  asksMyGovPassword,
}: Product): Record<string, string> {
  return {
    __PRODUCT_NAME__: JSON.stringify(name),
    __SUPPORT_EMAIL__: JSON.stringify(supportEmail),
    __PUBLIC_URL__: JSON.stringify(baseUrl),
    __ASKS_MYGOV_PASSWORD__: String(asksMyGovPassword),
    __BUILD_YEAR__: String(new Date().getFullYear()),
    __BUILD_DAY__: JSON.stringify(sydneyDay(new Date())),
  }
}
