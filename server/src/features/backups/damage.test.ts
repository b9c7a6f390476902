import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { docketJpeg } from '@docketbox/testing/files/samples'
import { canMount } from '@docketbox/testing/system/mount'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { BACKUP_KEY, backUp, emptyPlace, restoreElsewhere, temporaryFolder } from '#testing/backups.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { compileCache } from '#testing/product-process.ts'
import { addSubscriber, fileOf, fileReceipt } from '#testing/receipts.ts'
// oxlint-disable-next-line no-restricted-imports -- an operator runs this command, no slice does.
import { runRestore } from '#commands/backups/restore.ts'
// oxlint-disable-next-line no-restricted-imports -- an operator runs this command, too.
import { runVerify } from '#commands/backups/backup.ts'
import { BACKUP_LOCK } from './making/lock.ts'
import { type Manifest, writeManifest } from './contents/manifest.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const RECEIPTS = 6
/** A folder of every backup. */
const EMPTY = 'files/incoming'

let server: TestServer
let location: string
let manifest: Manifest
let name: string
beforeAll(async () => {
  server = await startTestServer({ BACKUP_KEY })
  const ann = await addSubscriber(server, 'ann@example.com')
  for (let seed = 0; seed < RECEIPTS; seed++)
    await fileReceipt(server, ann, { file: fileOf(await docketJpeg({ seed }), 'docket.jpg') })
  location = await temporaryFolder()
  ;({ name, manifest } = await backUp(server.deps, location))
})

/** A copy of the backup, to damage. Like many tools that copy, it leaves out empty folders. */
async function copyOfBackup(): Promise<string> {
  const copy = await temporaryFolder()
  await cp(location, copy, { recursive: true })
  await rmdir(join(copy, EMPTY))
  return copy
}

async function verify(folder: string) {
  const output: string[] = []
  const code = await runVerify({}, { location: folder }, (line) => output.push(line))
  return { code, output }
}

async function flipOneByte(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = bytes[at]! ^ 1
  await writeFile(path, bytes)
}

/** A folder can't be read as a file, even by root. */
async function makeUnreadable(path: string): Promise<void> {
  await rm(path)
  await mkdir(path)
}

const pathOf = (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}`
const dumpOf = (table: string) => manifest.tables.find((one) => one.name === table)!.parts[0]!.sha256
const commandEnv = () => ({
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  NODE_ENV: 'test',
  DATA_DIR: server.deps.config.DATA_DIR,
  DATABASE_URL: server.deps.databaseUrl,
  BACKUP_KEY,
  ...compileCache,
})

describe('a damaged backup', () => {
  test('is named by verify, file by file, without writing to it', async () => {
    expect(await verify(location)).toEqual({
      code: 0,
      output: [expect.stringMatching(/and the database: everything matches\.$/)],
    })
    const copy = await copyOfBackup()
    const named = new Set(manifest.tables.flatMap(({ parts }) => parts.map(({ sha256 }) => sha256)))
    for (const { jobs, files, secrets } of [manifest])
      for (const { sha256 } of [...jobs.parts, ...files.parts, secrets]) named.add(sha256)
    const all = (await readdir(join(copy, 'files'), { recursive: true })).map((path) => path.slice(3))
    const blobs = all.filter((hash) => hash.length === 64 && !named.has(hash))
    const [stored, other, unreadable] = blobs as [string, string, string]
    await flipOneByte(join(copy, pathOf(stored)))
    await rm(join(copy, pathOf(other)))
    await makeUnreadable(join(copy, pathOf(unreadable)))
    await flipOneByte(join(copy, pathOf(dumpOf('receipts'))))
    const { code, output } = await verify(copy)
    expect(code).toBe(1)
    expect(output.slice(0, -1).toSorted()).toEqual(
      [
        `damaged: ${pathOf(stored)} (a stored file)`,
        `missing: ${pathOf(other)} (a stored file)`,
        `damaged: ${pathOf(unreadable)} (a stored file)`,
        `damaged: ${pathOf(dumpOf('receipts'))} (table receipts)`,
      ].toSorted(),
    )
    expect(existsSync(join(copy, EMPTY))).toBe(false)
  })

  test('isn’t restored if its database or manifest is damaged; otherwise all but the damaged files is', async () => {
    const copy = await copyOfBackup()
    await flipOneByte(join(copy, pathOf(dumpOf('users'))))
    const env = await emptyPlace()
    const restore = (from: string) => runRestore(env, { location: from }, () => undefined)
    await expect(restore(copy)).rejects.toThrow(`${pathOf(dumpOf('users'))} (table users) is damaged`)
    await flipOneByte(join(copy, 'backups', `${name}.json`))
    await expect(restore(copy)).rejects.toThrow(new CannotStart(`The manifest ${name}.json is damaged.`))

    const partly = await copyOfBackup()
    const [receipt] = await server.deps.db.selectFrom('receiptVersions').select('sha256').limit(1).execute()
    const hash = receipt!.sha256.toString('hex')
    await flipOneByte(join(partly, pathOf(hash)))
    const { code, output, db } = await restoreElsewhere(partly)
    expect({ code, output: output[1] }).toEqual({ code: 1, output: `missing or damaged: ${hash}` })
    expect(await db.selectFrom('receipts').select('id').execute()).toHaveLength(RECEIPTS)
    expect(existsSync(join(partly, EMPTY))).toBe(false)
  })

  test.each([
    ['another BACKUP_KEY', { BACKUP_KEY: 'twelve wombats under a fig tree' }, 'BACKUP_KEY isn’t the one'],
    ['no BACKUP_KEY', { BACKUP_KEY: '' }, 'BACKUP_KEY is missing'],
    [
      'another ENCRYPTION_KEY',
      { ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'), SESSION_SECRET: 'x'.repeat(32) },
      'ENCRYPTION_KEY isn’t',
    ],
  ])('%s changes nothing', async (_, settings, sentence) => {
    const env: Record<string, string> = { ...(await emptyPlace()), ...settings }
    await expect(runRestore(env, { location }, () => undefined)).rejects.toThrow(sentence)
    expect(await readdir(env['DATA_DIR']!)).toEqual([])
  })

  test.each([
    ['migration', { migration: '9999_later' }, /newer release .* 9999_later/],
    ['format', { format: 2 }, /newer release/],
  ])('a %s of a newer release is refused', async (_, changes, sentence) => {
    const copy = await copyOfBackup()
    const text = writeManifest({ ...manifest, ...changes })
    await writeFile(join(copy, 'backups', `${name}.json`), text)
    await expect(runRestore(await emptyPlace(), { location: copy }, () => undefined)).rejects.toThrow(
      sentence,
    )
  })

  test('doesn’t overwrite a database that is in use', async () => {
    const env = { ...(await emptyPlace()), DATABASE_URL: server.deps.databaseUrl }
    await expect(runRestore(env, { location }, () => undefined)).rejects.toThrow('isn’t empty')
  })
})

describe('a backup that is interrupted', () => {
  test('by kill -9 doesn’t count, and the next one continues', async () => {
    const folder = await temporaryFolder()
    const child = spawn(process.execPath, ['server/src/admin.ts', 'backup', folder], {
      cwd: ROOT,
      env: commandEnv(),
    })
    const files = () => readdir(join(folder, 'files'), { recursive: true }).catch(() => [] as string[])
    while ((await files()).length < 20 && child.exitCode === null) await wait(2)
    await kill(child)
    await expect.poll(runningBackups).toBe(0)
    expect(await readdir(join(folder, 'backups'))).toEqual([])
    await expect(verify(folder)).rejects.toThrow('There are no complete backups')
    const { copied, manifest: next } = await backUp(server.deps, folder)
    expect(copied.files).toBeLessThanOrEqual(next.files.count)
    expect((await verify(folder)).code).toBe(0)
  })

  test.runIf(canMount())('by a full disk says so and leaves the others alone', () => {
    const script = `mount -t tmpfs -o size=300k docketbox-test /mnt && exec "$@"`
    const command = [process.execPath, 'server/src/admin.ts', 'backup', '/mnt/backups']
    const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', ...command], {
      cwd: ROOT,
      env: commandEnv(),
      encoding: 'utf8',
    })
    expect(stderr).toBe('The disk that holds /mnt/backups is full. Earlier backups are unchanged.\n')
    expect(status).toBe(1)
  })

  test('by another one says so', async () => {
    const folder = await temporaryFolder()
    const results = await Promise.allSettled([backUp(server.deps, folder), backUp(server.deps, folder)])
    const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toEqual(new CannotStart('Another backup is running.'))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('files that are damaged or can’t be read are left out and named', async () => {
  const folder = await temporaryFolder()
  const blobs = await server.deps.db.selectFrom('blobs').select('sha256').orderBy('sha256').limit(2).execute()
  const [damaged, unreadable] = blobs.map(({ sha256 }) => sha256.toString('hex')) as [string, string]
  await flipOneByte(join(server.deps.config.DATA_DIR, pathOf(damaged)))
  await makeUnreadable(join(server.deps.config.DATA_DIR, pathOf(unreadable)))
  const { manifest: made } = await backUp(server.deps, folder)
  expect(made.unreadable).toEqual([damaged, unreadable])
  // Nothing was added since.
  expect((await backUp(server.deps, folder)).manifest.unreadable).toEqual([damaged, unreadable])
  const { output } = await verify(folder)
  expect(output.slice(0, 2)).toEqual(
    made.unreadable.map((hash) => `missing since before the backup: ${hash}`),
  )
})

test('a backup without any of the files isn’t one', async () => {
  const folder = await temporaryFolder()
  const files = join(server.deps.config.DATA_DIR, 'files')
  await rename(files, `${files}-away`)
  await mkdir(files)
  try {
    await expect(backUp(server.deps, folder)).rejects.toThrow('None of the stored files can be read')
  } finally {
    await rm(files, { recursive: true })
    await rename(`${files}-away`, files)
  }
  await expect(verify(folder)).rejects.toThrow('There are no complete backups')
})

/** The database notices a moment later that a backup's process is gone. */
async function runningBackups(): Promise<number> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${BACKUP_LOCK}
    and database = (select oid from pg_database where datname = current_database())`.execute(server.deps.db)
  return rows.length
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.exitCode === null) child.kill('SIGKILL')
  await ended
}
