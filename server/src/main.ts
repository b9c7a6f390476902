import { flushCompileCache } from 'node:module'
import closeWithGrace from 'close-with-grace'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { startServer } from './start-server.ts'

const MAX_STOP_MS = 9_500

try {
  const { config, publicUrl, notes, stop } = await startServer(process.env, (line) => console.log(line))
  closeWithGrace({ delay: MAX_STOP_MS }, async ({ err }) => {
    if (err) console.error(err)
    await stop()
  })
  console.log([`${config.PRODUCT_NAME} is at ${publicUrl}`, ...notes].join('\n'))
  flushCompileCache()
  // An idle process rarely collects garbage: without this, for which `npm start` exposes the collector, it would keep 80 MB
  // that starting took.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    1_000,
  ).unref()
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
