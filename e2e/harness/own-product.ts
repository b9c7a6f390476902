import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '@docketbox/local/postgres'
import { addPerson } from './people.ts'
import { type Product, startProduct } from './start-product.ts'
import { test as base } from './test.ts'

export type OwnProduct = Product & {
  /** Where the local payment provider shows its levers. */
  paymentsUrl: string
  /** The product's database, for what no screen can do: letting time pass. */
  db: pg.Client
}

/** For journeys that move clocks: a product that no other journey runs on. */
export const test = base.extend<object, { ownProduct: OwnProduct }>({
  ownProduct: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'docketbox-e2e-own-'))
      // The database inside may run as another user, who has to get there.
      await chmod(folder, 0o711)
      const dataDir = join(folder, 'data')
      const product = await startProduct({ DATA_DIR: dataDir, TRUST_PROXY: 'true' })
      const paymentsUrl = /no money moves, are at (http:\S+)/.exec(product.said())![1]!
      const { url } = await startEmbeddedPostgres({ dataDir, log: () => undefined, whenRunning: 'join' })
      const db = new pg.Client(url)
      await db.connect()
      await use({ ...product, paymentsUrl, db })
      await db.end()
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  productUrl: async ({ ownProduct }, use) => use(ownProduct.url),
  newPerson: async ({ ownProduct }, use) => use((like) => addPerson(ownProduct, like)),
})
