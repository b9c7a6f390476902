import { seedReceipts } from '@docketbox/testing/database/seed-receipts'
import { addPerson, type SignedInPerson } from '@docketbox/testing/people/people'
import { type ProductWithDatabase, startProductWithDatabase } from '@docketbox/testing/product/with-database'

/** The product under measurement, on its own embedded Postgres with fsync on. */
export type BenchProduct = ProductWithDatabase & {
  addPerson(): Promise<SignedInPerson>
  seedReceipts(ownerId: string, count: number): Promise<void>
}

/** One account makes all the load. */
const unlimited = {
  READS_PER_MINUTE: '100000000',
  WRITES_PER_MINUTE: '100000000',
  SEARCHES_PER_MINUTE: '100000000',
}

export async function startBenchProduct(env: Record<string, string> = {}): Promise<BenchProduct> {
  const product = await startProductWithDatabase({ ...unlimited, ...env })
  return {
    ...product,
    addPerson: () => addPerson(product),
    seedReceipts: async (ownerId, count) => {
      await product.db.query(seedReceipts(ownerId, count))
      await product.db.query('vacuum analyze')
    },
  }
}
