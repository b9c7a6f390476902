import { setTimeout as wait } from 'node:timers/promises'
import { PostgresCannotStart, STILL_RUNNING } from './cannot-start.ts'
import { stopLeftover } from './leftover.ts'
import { type Launch, type PostgresServer, startPostgres } from './server.ts'

const MIN_RETRY_MS = 250
const MAX_RETRY_MS = 10_000

/** Starts the server, and restarts it whenever it dies, until it's stopped. */
export async function superviseServer(
  launch: Launch,
  log: (line: string) => void,
): Promise<Pick<PostgresServer, 'stop'>> {
  let server = await startOnceFree(launch, log)
  const stopping = new AbortController()
  const restartUntilStopped = async () => {
    for (let delay = MIN_RETRY_MS; ; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
      const reason = await server.ended
      if (stopping.signal.aborted) return
      log(`The database stopped unexpectedly (${reason}). Restarting it.`)
      try {
        server = await startOnceFree(launch, log)
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
      if (stopping.signal.aborted) return server.stop()
      await wait(delay, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const supervision = restartUntilStopped()
  return {
    stop: async (maxMs) => {
      stopping.abort()
      await server.stop(maxMs)
      await supervision
    },
  }
}

/** Retries while connections of a killed server, or a server whose owner was killed during its start, die away. */
async function startOnceFree(launch: Launch, log: (line: string) => void): Promise<PostgresServer> {
  for (let attempts = 100; ; attempts--) {
    await stopLeftover(launch, log)
    try {
      return await startPostgres(launch)
    } catch (error) {
      const isBusy = error instanceof PostgresCannotStart && STILL_RUNNING.test(String(error.cause))
      if (!isBusy || attempts === 0) throw error
      await wait(100)
    }
  }
}
