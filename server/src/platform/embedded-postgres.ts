import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from './config/cannot-start.ts'
import { chooseAddress } from './embedded-postgres/address.ts'
import { type Binaries, findBinaries, reachableBinaries } from './embedded-postgres/binaries.ts'
import { ensureCluster } from './embedded-postgres/cluster.ts'
import { endOrphan } from './embedded-postgres/orphan.ts'
import { takeOwnership } from './embedded-postgres/owner-lock.ts'
import { STILL_THERE } from './embedded-postgres/explain.ts'
import { findPlace } from './embedded-postgres/place.ts'
import { type Launch, type Postmaster, startPostmaster } from './embedded-postgres/postmaster.ts'

export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

type Options = {
  dataDir: string
  /** Told, in sentences, what a person at the terminal would want to know. */
  log: (line: string) => void
  /** What to do when another process runs this database: refuse to start (the default), or use it with that one. */
  whenRunning?: 'refuse' | 'join'
  /** Settings of Postgres on top of our own. */
  settings?: Record<string, string>
  /** Listen on a loopback port even where a Unix socket would do. */
  transport?: 'socket' | 'tcp'
  /** Where things go that the user Postgres runs as cannot reach otherwise, when we are root. */
  systemDir?: string
  /** Another Postgres than the installed package. */
  installed?: Binaries
}

/**
 * Runs the database of a data directory inside this process's care: creates it the first time, clears up after
 * a crash, starts it again should it die, and stops it when this process ends in whatever way.
 * @throws CannotStart with one sentence when that is not possible.
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
  const place = await findPlace({ dataDir, systemDir, log })
  const lock = await takeOwnership(place.folder)
  if ('heldBy' in lock) {
    const { pid, url } = lock.heldBy
    if (whenRunning === 'join' && url !== undefined) return { url, stop: async () => undefined }
    throw new CannotStart(
      `Docketbox is already running on ${dataDir}${pid > 0 ? ` (process ${pid})` : ''}: stop it first, or set DATA_DIR to another folder.`,
    )
  }
  try {
    const binaries = await reachableBinaries(installed ?? (await findBinaries()), {
      identity: place.identity,
      systemDir,
      log,
    })
    await ensureCluster(place, binaries)
    const address = await chooseAddress(place, { transport })
    const server = await keepRunning({ place, binaries, address, settings }, log)
    lock.tell({ pid: process.pid, url: address.url })
    return {
      url: address.url,
      stop: async () => {
        await server.stop()
        await lock.release()
      },
    }
  } catch (thrown) {
    await lock.release()
    throw thrown
  }
}

/** Starts the server, and again whenever it dies, until it is stopped. */
async function keepRunning(
  launch: Launch,
  log: (line: string) => void,
): Promise<{ stop: () => Promise<void> }> {
  let current: Postmaster = await startPatiently(launch, log)
  const stopping = new AbortController()
  const care = async () => {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      const how = await current.ended
      if (stopping.signal.aborted) return
      log(`The database stopped unexpectedly (${how}); it is being started again.`)
      const restarted = await restart(launch, stopping.signal, log)
      if (!restarted) return
      current = restarted
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const cared = care()
  return {
    stop: async () => {
      stopping.abort()
      await current.stop()
      await cared
    },
  }
}

async function restart(
  launch: Launch,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  for (let pause = 250; !signal.aborted; pause = Math.min(pause * 2, 10_000)) {
    try {
      const server = await startPatiently(launch, log)
      if (!signal.aborted) return server
      await server.stop()
      return undefined
    } catch (thrown) {
      log(thrown instanceof Error ? thrown.message : String(thrown))
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  return undefined
}

/**
 * Two things pass in a moment: connections of a server that was killed, which take a while to notice, and a server
 * that was about to come up when its owner was killed.
 */
async function startPatiently(launch: Launch, log: (line: string) => void): Promise<Postmaster> {
  for (let tries = 100; ; tries--) {
    await endOrphan(launch, log)
    try {
      return await startPostmaster(launch)
    } catch (thrown) {
      const isBusy = thrown instanceof CannotStart && STILL_THERE.test(String(thrown.cause))
      if (!isBusy || tries === 0) throw thrown
      await wait(100)
    }
  }
}
