import { randomBytes } from 'node:crypto'
import { chown, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { syncFolder } from '#platform/storage/sync-folder.ts'
import { type Binaries, program } from './binaries.ts'
import { explain } from './explain.ts'
import { exists, type Place } from './place.ts'
import { runProgram } from './run-program.ts'

export const USER = 'docketbox'
export const DATABASE = 'docketbox'

const DRAFT = 'cluster.new-'
const NEW_CLUSTER_BYTES = 64 * 1024 * 1024

/** What a small machine wants. Written into the cluster's postgresql.conf, where an operator may change it. */
const settings = {
  max_connections: '100',
  jit: 'off',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  random_page_cost: '1.1',
  // Errors of a statement are ours to log; what they quote from rows belongs to people.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/** Makes sure that a cluster which `binaries` can run lies at the place: made whole, or not at all. */
export async function ensureCluster(place: Place, binaries: Binaries): Promise<void> {
  await removeDrafts(place)
  if (await exists(place.cluster)) return checkVersion(place, binaries)
  await checkSpace(place)
  // Never the name of an earlier draft: what is left of a start that was cut short may still be writing there.
  const draft = join(place.folder, `${DRAFT}${randomBytes(6).toString('hex')}`)
  await createCluster(draft, place, binaries)
  await rename(draft, place.cluster)
  await syncFolder(place.folder)
}

async function removeDrafts({ folder }: Place): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(DRAFT))
  await Promise.allSettled(drafts.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

async function checkVersion({ cluster }: Place, { major }: Binaries): Promise<void> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (text === undefined) {
    throw new CannotStart(
      `${cluster} is not a whole database: its file PG_VERSION is missing. Restore it from a backup, or move it away to begin with an empty one.`,
    )
  }
  const made = Number.parseInt(text, 10)
  if (made === major) return
  const how =
    made > major
      ? 'start it with the newer release of Docketbox that made it'
      : 'export it with the release that made it (pg_dump) and load it into a new one'
  throw new CannotStart(
    `The database in ${cluster} was made by Postgres ${made}, and this release runs Postgres ${major}: ${how}, or set DATABASE_URL to a Postgres that serves it. Nothing was changed.`,
  )
}

async function checkSpace({ folder }: Place): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= NEW_CLUSTER_BYTES) return
  throw new CannotStart(
    `The disk that holds ${folder} has ${Math.floor(free / 1024 / 1024)} MB free, and a new database needs 64 MB: free some space, or set DATA_DIR to another disk.`,
  )
}

async function createCluster(draft: string, place: Place, binaries: Binaries): Promise<void> {
  const passwordFile = join(place.folder, 'password')
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (place.identity) await chown(passwordFile, place.identity.uid, place.identity.gid)
  const made = await runProgram(program(binaries, 'initdb'), {
    identity: place.identity,
    args: [
      ['--pgdata', draft],
      ['--username', USER],
      ['--pwfile', passwordFile],
      // The folder of the socket admits only this user and root; over TCP the password is asked.
      ['--auth-local', 'trust'],
      ['--auth-host', 'scram-sha-256'],
      ['--encoding', 'UTF8'],
      ['--locale', 'C'],
      ['--locale-provider', 'builtin'],
      ['--builtin-locale', 'C.UTF-8'],
      ['--no-instructions'],
      ...Object.entries(settings).map(([name, value]) => ['--set', `${name}=${value}`]),
    ].flat(),
  })
  const named = made.code === 0 ? await createDatabase(draft, place, binaries) : made
  if (named.code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw explain(named.output, place)
  }
}

/** In single-user mode, before anybody else can see the cluster. */
async function createDatabase(draft: string, { identity }: Place, binaries: Binaries) {
  const created = await runProgram(program(binaries, 'postgres'), {
    identity,
    args: ['--single', '-D', draft, 'postgres'],
    input: `create database ${DATABASE}\n`,
  })
  return { ...created, code: /\b(ERROR|FATAL|PANIC):/.test(created.output) ? 1 : created.code }
}
