import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startS3 } from '@docketbox/local/s3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runAdoptFiles } from '#commands/adopt-files.ts'
import { withCommandDeps, withFileCommandDeps } from '#commands/command-deps.ts'
import { readEnvironment } from '#platform/config/environment.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openFileStore } from '#platform/storage/open-file-store.ts'
import { BACKUP_KEY, backUp, restoreElsewhere, temporaryFolder } from '#testing/backups.ts'
import { afterTheFile } from '#testing/clean-up.ts'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { startTestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { startServer } from '#start-server'

let env: Record<string, string>
let files: string
beforeEach(async () => {
  const database = await cloneDatabase()
  afterTheFile(database.drop)
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'docketbox-disk-'))
  env = { DATA_DIR, DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'silent', READING: 'off' }
  files = join(DATA_DIR, 'files')
})
afterEach(() => rm(env['DATA_DIR']!, { recursive: true, force: true }))

const silent = () => undefined
/** @returns what the start said. Its web pages aren't copied. */
const startAndStop = async (settings = env) => {
  const { notes, stop } = await startServer(settings, silent, 'no-web-build')
  await stop()
  return notes.join('\n')
}
const storeId = (dataDir = env['DATA_DIR']!) => readFile(join(dataDir, 'files/store-id'), 'utf8')
const missing = (location: string) =>
  `This database’s files aren’t in ${location}. Mount their disk, or correct DATA_DIR or the S3 settings. If the files are lost for good, run npm run admin -- files adopt.`

/** Leaves an empty mount point. */
async function unmount(): Promise<void> {
  await rename(files, `${files}-away`)
  await mkdir(files)
}

async function mount(): Promise<void> {
  await rm(files, { recursive: true })
  await rename(`${files}-away`, files)
}

/** Stores a file as an earlier release did, before stores had an id. */
async function storeFile(settings = env): Promise<void> {
  const store = await openFileStore(readEnvironment(settings), () => new Date())
  const { sha256 } = await store.files.receive(Readable.from([Buffer.from('docket')]), { limitBytes: 100 })
  const { db, close } = openDatabase(env['DATABASE_URL']!, { maxConnections: 1, onLost: silent })
  const at = new Date()
  await db.insertInto('blobs').values({ sha256, sizeBytes: 6, crc32: 0, createdAt: at, sentAt: at }).execute()
  await close()
}

describe('while the disk of the files isn’t mounted', () => {
  test('nothing that needs files starts, even before the first upload', async () => {
    await startAndStop()
    const id = await storeId()
    await unmount()
    await expect(startAndStop()).rejects.toThrow(missing(files))
    await expect(startAndStop({ ...env, ROLE: 'worker' })).rejects.toThrow(missing(files))
    await expect(withFileCommandDeps(env, silent, async () => 0)).rejects.toThrow(missing(files))
    expect(await withCommandDeps(env, silent, async () => 0), 'a command without files').toBe(0)
    expect(await readdir(files)).toEqual(['incoming'])
    await mount()
    await startAndStop()
    expect(await withFileCommandDeps(env, silent, async () => 0)).toBe(0)
    expect(await storeId()).toBe(id)
  })

  test('the first start after an upgrade is refused, too', async () => {
    await storeFile()
    await unmount()
    await expect(startAndStop()).rejects.toThrow(missing(files))
    await mount()
    await startAndStop()
    await unmount()
    await expect(startAndStop()).rejects.toThrow(missing(files))
  })

  test('the disk of another installation isn’t accepted instead', async () => {
    await startAndStop()
    await storeFile()
    const other = await cloneDatabase()
    afterTheFile(other.drop)
    const DATA_DIR = join(env['DATA_DIR']!, 'other')
    await startAndStop({ ...env, DATA_DIR, DATABASE_URL: other.url })
    await rename(files, `${files}-away`)
    await rename(join(DATA_DIR, 'files'), files)
    await expect(startAndStop()).rejects.toThrow(missing(files))
  })
})

test('a store whose files were copied without its id is recognised by its files, and gets the id again', async () => {
  await startAndStop()
  await storeFile()
  const id = await storeId()
  await rm(join(files, 'store-id'))
  await startAndStop()
  expect(await storeId()).toBe(id)
})

test('processes that start at once agree on the store', async () => {
  await Promise.all([startAndStop(), startAndStop(), startAndStop({ ...env, ROLE: 'worker' })])
  const id = await storeId()
  await startAndStop()
  expect(await storeId()).toBe(id)
})

test('when the files are lost for good, the operator can start without them', async () => {
  await startAndStop()
  await storeFile()
  await rm(files, { recursive: true })
  await expect(startAndStop()).rejects.toThrow(missing(files))
  const output: string[] = []
  await withCommandDeps(env, silent, (deps) => runAdoptFiles(deps, (line) => output.push(line)))
  expect(output).toEqual([
    `This database now uses ${files}. To see which files are missing, run npm run admin -- check.`,
  ])
  await startAndStop()
})

test(
  'a restored installation starts, with a new store and with one that has the files already',
  { timeout: 180_000 },
  async () => {
    const server = await startTestServer({ BACKUP_KEY })
    await fileReceipt(server, await addSubscriber(server, 'ann@example.com'))
    const location = await temporaryFolder()
    await backUp(server.deps, location)
    const settings = { PORT: '0', READING: 'off' }
    const first = await restoreElsewhere(location, settings)
    await startAndStop(first.env)
    const DATA_DIR = first.env['DATA_DIR']!
    const id = await storeId(DATA_DIR)
    const again = await restoreElsewhere(location, { ...settings, DATA_DIR })
    await startAndStop(again.env)
    expect(await storeId(DATA_DIR)).toBe(id)
  },
)

test(
  'a start without the settings of its bucket is refused, but one while the bucket is down or refuses our keys isn’t',
  { timeout: 180_000 },
  async () => {
    const s3 = await startS3()
    const settings = {
      ...env,
      S3_URL: s3.url,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    await startAndStop(settings)
    await expect(startAndStop()).rejects.toThrow(missing(files))
    s3.objects.clear()
    await expect(startAndStop(settings)).rejects.toThrow(missing(`s3://${s3.bucket}`))
    await storeFile(settings)
    await startAndStop(settings)
    expect([...s3.objects.keys()]).toContain('store-id')
    const wrong = { ...settings, S3_SECRET_ACCESS_KEY: 'guessed', BACKUP_DIR: 's3://elsewhere', BACKUP_KEY }
    const bucket = `s3://${s3.bucket}`
    const refused = await startAndStop(wrong)
    expect(refused).toContain(
      `No file can be stored: ${bucket} refuses our keys or region (403 SignatureDoesNotMatch).`,
    )
    expect(refused).toContain('No backup can be made: s3://elsewhere refuses our keys or region (403')
    await s3.stop()
    expect(await startAndStop(settings)).toContain(`No file can be stored: ${bucket} doesn’t respond (`)
  },
)
