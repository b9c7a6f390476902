import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchProduct } from '../bench-product.ts'
import { type Figure, percentile, round } from '../figures.ts'
import type { LatencyResult, LatencyTask } from '../load/latency.ts'
import { inChild } from '../load/task.ts'

const run = promisify(execFile)

const ROOT = join(import.meta.dirname, '../../..')
const GIGABYTES = Number(process.env['BACKUP_GIGABYTES'] ?? 1)
const FILE_BYTES = 500_000
const FILES = Math.ceil((GIGABYTES * 1_073_741_824) / FILE_BYTES)
const RECEIPTS = 10_000
const ROWS_AT_ONCE = 500
const PATH = '/api/user-ticketing?limit=20'

/** Backing up while the product runs, compared with copying its files; `BACKUP_GIGABYTES` says how many. */
export async function measureBackup(product: BenchProduct): Promise<Figure[]> {
  const { token, _id: id } = await product.addPerson()
  await product.seedReceipts(id, RECEIPTS)
  await seedFiles(product)
  // Those of the receipts have no bytes.
  await product.db
    .query(`update receipt_versions set sha256 = (select sha256 from blobs where crc32 = 0 limit 1);
    delete from blobs where crc32 > 0`)
  const alone = await latencyDuring(
    product,
    token,
    () => new Promise((resolve) => setTimeout(resolve, 10_000)),
  )
  const copied = join(product.dataDir, 'copied')
  const copy = await timed(async () => {
    await run('cp', ['-R', join(product.dataDir, 'files'), copied])
    await run('sync', ['-f', copied])
  })
  await rm(copied, { recursive: true })
  const folder = join(product.dataDir, 'backups')
  let full = 0
  const meanwhile = await latencyDuring(product, token, async () => {
    full = await timed(() => admin(product, 'backup', folder))
  })
  const again = await timed(() => admin(product, 'backup', folder))
  const verify = await timed(() => admin(product, 'backup', 'verify', folder))
  const [calm, busy] = [percentile(alone, 0.95), percentile(meanwhile, 0.95)]
  const size = `${GIGABYTES} GB in ${FILES.toLocaleString('en-AU')} files`
  return [
    {
      what: `backup of ${size}`,
      measured: `${round(full)} s, ${round((GIGABYTES * 1024) / full)} MB/s`,
      floor: `cp and sync ${round(copy)} s, ${(full / copy).toFixed(2)} x`,
      target: 'at most 2 x',
      isReached: full <= 2 * copy,
    },
    {
      what: 'a list meanwhile, p95',
      measured: `${round(busy)} ms`,
      floor: `without ${round(calm)} ms`,
      target: 'at most 2 x, plus 20 ms',
      isReached: busy <= 2 * calm + 20,
    },
    {
      what: 'the next backup, with nothing new',
      measured: `${round(again)} s`,
      target: 'at most 1/4 of the first, plus 5 s',
      isReached: again <= full / 4 + 5,
    },
    {
      what: 'verifying it',
      measured: `${round(verify)} s`,
      target: 'no longer than making it',
      isReached: verify <= full,
    },
  ]
}

/** Stored files, no two alike, as uploads would leave them. */
async function seedFiles({ dataDir, db }: BenchProduct): Promise<void> {
  const bytes = randomBytes(FILE_BYTES)
  for (let done = 0; done < FILES; done += ROWS_AT_ONCE) {
    const hashes: Buffer[] = []
    for (let at = done; at < Math.min(FILES, done + ROWS_AT_ONCE); at++) {
      bytes.writeUInt32LE(at)
      const sha256 = createHash('sha256').update(bytes).digest()
      const name = sha256.toString('hex')
      const path = join(dataDir, 'files', name.slice(0, 2), name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
      hashes.push(sha256)
    }
    await db.query(
      `insert into blobs (sha256, size_bytes, crc32, created_at, sent_at)
       select sha256, $2, 0, now(), now() from unnest($1::bytea[]) sha256`,
      [hashes, FILE_BYTES],
    )
  }
  await run('sync', ['-f', dataDir])
}

/** Response times of a list while `work` runs, in milliseconds. */
async function latencyDuring(
  { url }: BenchProduct,
  token: string,
  work: () => Promise<void>,
): Promise<number[]> {
  let isOver = false
  const worked = work().finally(() => (isOver = true))
  const all: number[] = []
  while (!isOver) {
    const task = { url, path: PATH, token, seconds: 2 }
    all.push(...(await inChild<LatencyTask, LatencyResult>('latency.ts', task)).milliseconds)
  }
  await worked
  return all
}

async function admin({ dataDir }: BenchProduct, ...args: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP_KEY: 'a passphrase for measurements' }
  await run(process.execPath, ['server/src/admin.ts', ...args], { cwd: ROOT, env })
}

/** Seconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
