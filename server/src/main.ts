import closeWithGrace from 'close-with-grace'
import { CannotStart } from '#platform/cannot-start'
import { startServer } from './start-server.ts'

try {
  const { config, publicUrl, notes, stop } = await startServer(process.env, (line) => console.log(line))
  closeWithGrace({ delay: 9_500 }, async ({ err }) => {
    if (err) console.error(err)
    await stop()
  })
  console.log([`${config.PRODUCT_NAME} is at ${publicUrl}`, ...notes].join('\n'))
} catch (thrown) {
  if (!(thrown instanceof CannotStart)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}
