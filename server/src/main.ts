import { flushCompileCache } from 'node:module'
import closeWithGrace from 'close-with-grace'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { startServer } from './start-server.ts'

const MOST_TIME_TO_STOP_MS = 9_500
const SETTLED_MS = 1_000

try {
  const { config, publicUrl, notes, stop } = await startServer(process.env, (line) => console.log(line))
  closeWithGrace({ delay: MOST_TIME_TO_STOP_MS }, async ({ err }) => {
    if (err) console.error(err)
    await stop()
  })
  console.log([`${config.PRODUCT_NAME} is at ${publicUrl}`, ...notes].join('\n'))
  flushCompileCache()
  // What starting leaves behind is a tenth of all memory, and an idle process would keep it for hours.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    SETTLED_MS,
  ).unref()
} catch (thrown) {
  if (!(thrown instanceof CannotStart)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}
