import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase, createDatabase } from '#testing/database/create-database.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { recordEncryptionKey } from '#platform/security/encryption-key.ts'
import { runCheck } from './check.ts'
import { type CommandDeps, withCommandDeps, withFileCommandDeps } from './command-deps.ts'

let env: Record<string, string>
let database: Awaited<ReturnType<typeof cloneDatabase>>

beforeAll(async () => {
  database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'docketbox-command-'))
  env = { NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' }
})
afterAll(async () => {
  await database.drop()
  await rm(env['DATA_DIR']!, { recursive: true })
})

test('a command works on the data of the configuration and leaves nothing open behind', async () => {
  const output: string[] = []
  const code = await withFileCommandDeps(
    env,
    () => undefined,
    (deps) => runCheck(deps, (line) => output.push(line)),
  )
  expect(code).toBe(0)
  expect(output).toEqual([
    expect.stringMatching(/^0 files \(0 KB\) read in .* s: all match what was received\.$/),
    'The audit log is intact (0 entries).',
  ])
})

test('the check ends with 1 when something is wrong', async () => {
  const output: string[] = []
  const code = await withFileCommandDeps(
    env,
    () => undefined,
    async (deps) => {
      const sha256 = Buffer.alloc(32, 7)
      const at = new Date()
      await deps.db
        .insertInto('blobs')
        .values({ sha256, sizeBytes: 5, crc32: 0, createdAt: at, sentAt: at })
        .execute()
      return runCheck(deps, (line) => output.push(line))
    },
  )
  expect(code).toBe(1)
  expect(output[1]).toBe(`missing: ${'07'.repeat(32)}: no receipt`)
})

test('a command with another encryption key than the product is refused', async () => {
  const silent = () => undefined
  await withCommandDeps(env, silent, ({ db, secrets }) => recordEncryptionKey(db, secrets))
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64')
  await expect(withCommandDeps({ ...env, ENCRYPTION_KEY }, silent, async () => 0)).rejects.toThrow(
    'ENCRYPTION_KEY isn’t the encryption key of this database',
  )
  await withCommandDeps(env, silent, async () => 0)
})

test('without the product’s DATA_DIR or DATABASE_URL, a command is refused and creates nothing', async () => {
  const silent = () => undefined
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-mistyped-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const DATA_DIR = join(folder, 'docketbocks')
  const elsewhere = { NODE_ENV: 'test', DATA_DIR, LOG_LEVEL: 'silent' }
  await expect(withFileCommandDeps(elsewhere, silent, async () => 0)).rejects.toThrow(
    `There’s no Docketbox in ${DATA_DIR}: set DATA_DIR or DATABASE_URL to those of the product.`,
  )
  expect(await readdir(folder)).toEqual([])
})

test('only the command that creates an administrator starts a new product in an empty database', async () => {
  const silent = () => undefined
  const empty = await createDatabase()
  onTestFinished(empty.drop)
  const emptyEnv = { ...env, DATABASE_URL: empty.url }
  await expect(withCommandDeps(emptyEnv, silent, async () => 0)).rejects.toThrow(
    'There’s no Docketbox in this database: set DATA_DIR or DATABASE_URL to those of the product.',
  )
  const countUsers = async ({ db }: CommandDeps) => db.selectFrom('users').select('id').execute()
  expect(await withCommandDeps(emptyEnv, silent, countUsers, { mayBeNew: true })).toEqual([])
  expect(await withCommandDeps(emptyEnv, silent, countUsers)).toEqual([])
})
