import { sydneyDay } from '@docketbox/contract/core/dates'

export type Product = { name: string; supportEmail: string; asksMyGovPassword: boolean }

/** Stands for the product's address in what is built; the server puts in the real one. */
export const BUILD_ORIGIN = 'http://localhost:3000'

/** The settings that are built into the pages, from the same variables as the server's. */
export function productFrom(environment: Record<string, string | undefined>): Product {
  const { PRODUCT_NAME, SUPPORT_EMAIL, LODGEMENT_ASKS_MYGOV_PASSWORD } = environment
  return {
    name: PRODUCT_NAME ?? 'Docketbox',
    supportEmail: SUPPORT_EMAIL ?? 'support@docketbox.local',
    asksMyGovPassword: LODGEMENT_ASKS_MYGOV_PASSWORD === 'true',
  }
}

/** The constants that `platform/page/product.ts` reads. */
export function productDefinitions({
  name,
  supportEmail,
  asksMyGovPassword,
}: Product): Record<string, string> {
  return {
    __PRODUCT_NAME__: JSON.stringify(name),
    __SUPPORT_EMAIL__: JSON.stringify(supportEmail),
    __BUILD_ORIGIN__: JSON.stringify(BUILD_ORIGIN),
    __ASKS_MYGOV_PASSWORD__: String(asksMyGovPassword),
    __BUILD_YEAR__: String(new Date().getFullYear()),
    __BUILD_DAY__: JSON.stringify(sydneyDay(new Date())),
  }
}
