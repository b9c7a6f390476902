import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Binaries, program } from './binaries.ts'
import { explain, PostgresCannotStart } from './cannot-start.ts'
import { type ClusterLocation, exists } from './location.ts'
import { spawnOptions } from './system-user.ts'

export const USER = 'docketbox'
export const DATABASE = 'docketbox'

const DRAFT = 'cluster.new-'
const MIN_FREE_BYTES = 64 * 1024 * 1024

/** Suited to a small machine. They end up in the cluster's postgresql.conf, where an operator can change them. */
const settings = {
  max_connections: '100',
  jit: 'off',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  random_page_cost: '1.1',
  // We log failed statements ourselves; the values Postgres would quote from rows are personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/** Creates the cluster if there is none, completely or not at all. @throws PostgresCannotStart if `binaries` can't run it. */
export async function ensureCluster(location: ClusterLocation, binaries: Binaries): Promise<void> {
  await removeDrafts(location)
  if (await exists(location.cluster)) return checkVersion(location, binaries)
  await checkSpace(location)
  // Never an earlier draft's name: the remains of an interrupted start may still be writing there.
  const draft = join(location.folder, `${DRAFT}${randomBytes(6).toString('hex')}`)
  await createCluster(draft, location, binaries)
  await rename(draft, location.cluster)
  if (process.platform === 'win32') return
  await using folder = await open(location.folder, 'r')
  await folder.sync()
}

async function removeDrafts({ folder }: ClusterLocation): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(DRAFT))
  await Promise.allSettled(drafts.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

async function checkVersion({ cluster }: ClusterLocation, { major }: Binaries): Promise<void> {
  const content = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (content === undefined) {
    throw new PostgresCannotStart(
      `${cluster} is incomplete: its file PG_VERSION is missing. Restore it from a backup, or move it away to begin with an empty database.`,
    )
  }
  const clusterMajor = Number.parseInt(content, 10)
  if (clusterMajor === major) return
  const advice =
    clusterMajor > major
      ? 'start it with the newer release of Docketbox that created it'
      : 'back it up with the release that created it (npm run admin -- backup) and restore that into a new DATA_DIR'
  throw new PostgresCannotStart(
    `The database in ${cluster} was created by Postgres ${clusterMajor}, and this release runs Postgres ${major}: ${advice}, or set DATABASE_URL to a Postgres that serves it. Nothing was changed.`,
  )
}

async function checkSpace({ folder }: ClusterLocation): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (freeBytes >= MIN_FREE_BYTES) return
  throw new PostgresCannotStart(
    `The disk that holds ${folder} has ${Math.floor(freeBytes / 1024 / 1024)} MB free, and a new database needs 64 MB: free some space, or set DATA_DIR to another disk.`,
  )
}

async function createCluster(draft: string, location: ClusterLocation, binaries: Binaries): Promise<void> {
  const { folder, user } = location
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const run = async (name: 'initdb' | 'postgres', args: string[], input = '') => {
    const child = spawn(program(binaries, name), args, spawnOptions(user))
    const { promise: exited, resolve } = Promise.withResolvers<string | number | null>()
    child.on('error', ({ message }) => resolve(message)).on('close', resolve)
    child.stdin.on('error', () => undefined).end(input)
    const [exit, out, err] = await Promise.all([exited, text(child.stdout), text(child.stderr)])
    const output = typeof exit === 'string' ? exit : out + err
    // Single-user mode reports success even when its statement failed.
    if (exit === 0 && !/\b(ERROR|FATAL|PANIC):/.test(output)) return
    await rm(draft, { recursive: true, force: true })
    throw explain(output, location)
  }
  await run(
    'initdb',
    [
      ['--pgdata', draft],
      ['--username', USER],
      ['--pwfile', passwordFile],
      // Only this user and root can enter the socket's folder; TCP connections need the password.
      ['--auth-local', 'trust'],
      ['--auth-host', 'scram-sha-256'],
      ['--encoding', 'UTF8'],
      ['--locale', 'C'],
      ['--locale-provider', 'builtin'],
      ['--builtin-locale', 'C.UTF-8'],
      ['--no-instructions'],
      ...Object.entries(settings).map(([name, value]) => ['--set', `${name}=${value}`]),
    ].flat(),
  )
  // In single-user mode, before anyone else can connect to the cluster.
  await run('postgres', ['--single', '-D', draft, 'postgres'], `create database ${DATABASE}\n`)
}
