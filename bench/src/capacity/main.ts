// Fills a database with many receipts and measures what the product's queries cost there, and how much disk a receipt
// takes: `npm run capacity -- DIR`. The first run fills DIR, later ones only measure. `CAPACITY_RECEIPTS` says how many
// receipts, 10 million by default: they take 25 GB and an hour or more.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@docketbox/local/postgres'
import { addPerson } from '@docketbox/testing/people/people'
import { startProduct } from '@docketbox/testing/product/start'
import pg from 'pg'
import { tableOf } from '../figures.ts'
import { measureQueries } from '../scenarios/search.ts'
import { seedSearch } from '../seed-search.ts'
import { countSample, seedFiles } from './seed-files.ts'
import { printSizes } from './sizes.ts'

const RECEIPTS = Number(process.env['CAPACITY_RECEIPTS'] ?? 10_000_000)
/** Owners with everything about their files, 200 receipts each. */
const SAMPLE = 5_000

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name a folder: npm run capacity -- DIR')
const dataDir = join(folder, 'data')
const owner = join(folder, 'owner')
await mkdir(folder, { recursive: true })
// The database inside may run as another user, who has to be able to enter.
await chmod(folder, 0o711)
const ownerId = await readFile(owner, 'utf8').catch(() => fill())
const database = await startEmbeddedPostgres({ dataDir, log: () => undefined })
try {
  const db = new pg.Client(database.url)
  await db.connect()
  await printSizes(db, { receipts: RECEIPTS, sample: await countSample(db) })
  await db.end()
  console.log(`\n${tableOf(await measureQueries(database.url, ownerId))}`)
} finally {
  await database.stop()
}

/** @returns the owner of the receipts that are searched. */
async function fill(): Promise<string> {
  console.log(`Filling ${folder} with ${RECEIPTS.toLocaleString('en-AU')} receipts ...`)
  const product = await startProduct({ DATA_DIR: dataDir })
  const { _id } = await addPerson(product)
  await product.stop()
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const db = new pg.Client(url)
  await db.connect()
  await seedSearch(db, _id, RECEIPTS)
  await seedFiles(db, SAMPLE)
  await db.end()
  await stop()
  await writeFile(owner, _id)
  return _id
}
