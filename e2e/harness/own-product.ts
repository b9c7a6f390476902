import { addPerson } from '@docketbox/testing/people/people'
import { type ProductWithDatabase, startProductWithDatabase } from '@docketbox/testing/product/with-database'
import { test as base } from './test.ts'

export type OwnProduct = ProductWithDatabase & {
  /** The controls of the local Stripe. */
  paymentsUrl: string
}

/** For journeys that move clocks: a product no other journey runs on. */
export const test = base.extend<object, { ownProduct: OwnProduct; productSettings: Record<string, string> }>({
  productSettings: [{}, { option: true, scope: 'worker' }],
  ownProduct: [
    async ({ productSettings }, use) => {
      const product = await startProductWithDatabase(productSettings)
      const paymentsUrl = /^Payments .*: (http:\S+)/m.exec(product.output())![1]!
      await use({ ...product, paymentsUrl })
      await product.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  productUrl: async ({ ownProduct }, use) => use(ownProduct.url),
  newPerson: async ({ ownProduct }, use) => use((like) => addPerson(ownProduct, like)),
})
