import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@docketbox/local/postgres'
import pg from 'pg'
import { type Product, startProduct } from './start.ts'

export type ProductWithDatabase = Product & { dataDir: string; db: pg.Client; databaseUrl: string }

/** Starts the product on a fresh data directory and connects to its database, for seeding or letting time pass. */
export async function startProductWithDatabase(
  env: Record<string, string> = {},
): Promise<ProductWithDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-product-'))
  // The database inside may run as another user, who has to be able to enter.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const product = await startProduct({ DATA_DIR: dataDir, TRUST_PROXY: 'true', ...env })
  const { url } = await startEmbeddedPostgres({ dataDir, log: () => undefined, whenRunning: 'join' })
  const db = new pg.Client(url)
  await db.connect()
  return {
    ...product,
    dataDir,
    db,
    databaseUrl: url,
    stop: async (signal) => {
      await db.end()
      const result = await product.stop(signal)
      await rm(folder, { recursive: true, force: true })
      return result
    },
  }
}
