import { setTimeout as wait } from 'node:timers/promises'
import { chooseAddress } from './address.ts'
import { type Binaries, findBinaries, reachableBinaries } from './binaries.ts'
import { PostgresCannotStart } from './cannot-start.ts'
import { ensureCluster } from './cluster.ts'
import { findLocation, hasEmbeddedPostgres } from './location.ts'
import { acquireOwnerLock } from './owner-lock.ts'
import { superviseServer } from './supervise.ts'

export { hasEmbeddedPostgres, PostgresCannotStart }

/** Recovering a large database after a crash takes minutes. */
const MAX_START_MS = 5 * 60_000

/** `stop` takes at most `maxMs`; the next start recovers what wasn't written out by then. */
export type EmbeddedPostgres = { url: string; stop: (maxMs?: number) => Promise<void> }

type Options = {
  dataDir: string
  /** Receives sentences for the person at the terminal. */
  log: (line: string) => void
  /** When another process runs this database: refuse to start (the default), or use it together. */
  whenRunning?: 'refuse' | 'join'
  /** Postgres settings on top of ours. */
  settings?: Record<string, string>
  /** Listen on a loopback port even where a Unix socket would do. */
  transport?: 'socket' | 'tcp'
  /** When we are root: where to put files that the user Postgres runs as couldn't reach otherwise. */
  systemDir?: string
  /** A Postgres other than the installed package. */
  installed?: Binaries
}

/**
 * Runs the Postgres of a data directory: creates it the first time, cleans up after a crash, restarts it if it dies,
 * and stops it when this process ends, however it ends.
 * @throws PostgresCannotStart
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  whenRunning = 'refuse',
  settings,
  transport = 'socket',
  systemDir = '/var/lib/docketbox',
  installed,
}: Options): Promise<EmbeddedPostgres> {
  const location = await findLocation({ dataDir, systemDir, log })
  const lock = await acquireOrJoin(location.folder, whenRunning)
  if ('heldBy' in lock) {
    const { pid, url } = lock.heldBy
    if (whenRunning === 'join' && url !== undefined) return { url, stop: async () => undefined }
    throw new PostgresCannotStart(
      `Docketbox is already running on ${dataDir}${pid > 0 ? ` (process ${pid})` : ''}: stop it first, or set DATA_DIR to another folder.`,
    )
  }
  try {
    const { user } = location
    const binaries = await reachableBinaries(installed ?? (await findBinaries()), { user, systemDir, log })
    await ensureCluster(location, binaries)
    const address = await chooseAddress(location, transport)
    const server = await superviseServer({ location, binaries, address, settings }, log)
    lock.publish({ pid: process.pid, url: address.url })
    return {
      url: address.url,
      stop: async (maxMs) => {
        await server.stop(maxMs)
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** To join a database that another process is only starting, waits until it runs, or has ended and leaves it to us. */
async function acquireOrJoin(
  folder: string,
  whenRunning: 'refuse' | 'join',
): Promise<Awaited<ReturnType<typeof acquireOwnerLock>>> {
  for (const deadline = Date.now() + MAX_START_MS; ; await wait(100)) {
    const lock = await acquireOwnerLock(folder)
    const isStarting = 'heldBy' in lock && lock.heldBy.url === undefined
    if (whenRunning === 'refuse' || !isStarting || Date.now() > deadline) return lock
  }
}
