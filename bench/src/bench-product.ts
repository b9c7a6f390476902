import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPerson, type SignedInPerson } from '@docketbox/e2e/people'
import { type Product, startProduct } from '@docketbox/e2e/start-product'
import pg from 'pg'
import { startEmbeddedPostgres } from '@docketbox/local/postgres'

/** The product under measurement, on its own embedded Postgres, fsync and all. */
export type BenchProduct = Product & {
  folder: string
  db: pg.Client
  databaseUrl: string
  addPerson(): Promise<SignedInPerson>
}

/** Starts the product with a fresh data directory and hands its database over for seeding. */
export async function startBenchProduct(env: Record<string, string> = {}): Promise<BenchProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docketbox-bench-'))
  const product = await startProduct({ DATA_DIR: dataDir, TRUST_PROXY: 'true', ...env })
  const { url } = await startEmbeddedPostgres({ dataDir, log: () => undefined, whenRunning: 'join' })
  const db = new pg.Client(url)
  await db.connect()
  return {
    ...product,
    folder: dataDir,
    db,
    databaseUrl: url,
    addPerson: () => addPerson(product),
    stop: async () => {
      await db.end()
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
