import { sydneyDay } from '@docketbox/contract/core/dates'

/** Stands for the product's URL in the build; the server replaces it with the public one. */
export const BUILD_ORIGIN = 'http://localhost:3000'

export type Product = ReturnType<typeof productFrom>

/** The settings built into the pages, from the same environment variables as the server's. */
export function productFrom(environment: Record<string, string | undefined>) {
  const { PRODUCT_NAME, SUPPORT_EMAIL, LODGEMENT_ASKS_MYGOV_PASSWORD } = environment
  return {
    name: PRODUCT_NAME ?? 'Docketbox',
    supportEmail: SUPPORT_EMAIL ?? 'support@docketbox.local',
    /** Whether the lodgement form has the myGov fields; the server's own setting wins. */
    asksMyGovPassword: LODGEMENT_ASKS_MYGOV_PASSWORD === 'true',
    buildOrigin: BUILD_ORIGIN,
    buildYear: new Date().getFullYear(),
    /** In Sydney, as `2026-06-30`. */
    buildDay: sydneyDay(new Date()),
  }
}

/** Defines the constant that `platform/page/product.ts` reads. */
export function defineProduct(product: Product): Record<string, string> {
  return { __PRODUCT__: JSON.stringify(product) }
}
