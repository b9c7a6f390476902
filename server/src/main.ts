import { flushCompileCache } from 'node:module'
import closeWithGrace from 'close-with-grace'
import { explainError } from '#platform/config/cannot-start.ts'
import { createLog } from '#platform/config/log.ts'
import { startServer } from './start-server.ts'

const MAX_STOP_MS = 9_500
/** Ctrl+C arrives twice under `npm start`: from the terminal and from npm. The library would exit at the second one. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Logged at every LOG_LEVEL, without the rows that errors of the database quote. */
function logCrash(err: unknown): void {
  createLog('error').error({ err }, 'stopping after an unexpected error')
}

const logger = { error: (what: unknown) => (what instanceof Error ? logCrash(what) : console.error(what)) }

try {
  const { config, publicUrl, notes, stop } = await startServer(process.env, (line) => console.log(line))
  let stopping: Promise<void> | undefined
  const { close } = closeWithGrace(
    { delay: MAX_STOP_MS, logger, skip: [...STOP_SIGNALS] },
    async ({ err }) => {
      if (err) logCrash(err)
      await (stopping ??= stop())
    },
  )
  for (const signal of STOP_SIGNALS) process.on(signal, () => void (stopping ?? close()))
  console.log([`${config.PRODUCT_NAME} is at ${publicUrl}`, ...notes].join('\n'))
  flushCompileCache()
  // An idle process rarely collects garbage: without this, for which `npm start` exposes the collector, it would keep 80 MB
  // that starting took.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    1_000,
  ).unref()
} catch (error) {
  const sentence = explainError(error)
  if (sentence === undefined) logCrash(error)
  else console.error(sentence)
  // Whatever else was started must not keep it running.
  process.exit(1)
}
