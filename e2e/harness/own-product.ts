import { addPerson } from '@docketbox/testing/people/people'
import { type ProductWithDatabase, startProductWithDatabase } from '@docketbox/testing/product/with-database'
import { test as base } from './test.ts'

export type OwnProduct = ProductWithDatabase & {
  /** The controls of the local Stripe. */
  paymentsUrl: string
}

/** For journeys that move clocks: a product no other journey runs on. */
export const test = base.extend<object, { ownProduct: OwnProduct }>({
  ownProduct: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
    async ({}, use) => {
      const product = await startProductWithDatabase()
      const paymentsUrl = /^Payments .*: (http:\S+)/m.exec(product.output())![1]!
      await use({ ...product, paymentsUrl })
      await product.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  productUrl: async ({ ownProduct }, use) => use(ownProduct.url),
  newPerson: async ({ ownProduct }, use) => use((like) => addPerson(ownProduct, like)),
})
