import { addPerson, type SignedInPerson } from '@docketbox/testing/people/people'
import { type ProductWithDatabase, startProductWithDatabase } from '@docketbox/testing/product/with-database'

/** The product under measurement, on its own embedded Postgres with fsync on. */
export type BenchProduct = ProductWithDatabase & { addPerson(): Promise<SignedInPerson> }

export async function startBenchProduct(): Promise<BenchProduct> {
  const product = await startProductWithDatabase()
  return { ...product, addPerson: () => addPerson(product) }
}
