import { MB_BYTES } from '@docketbox/contract/core/units'

const WATCH_MS = 200

/**
 * Ends this process between two steps of its work when it takes more memory than the last of its arguments says. Linux has
 * stricter means.
 */
export function endWhenTooLarge(): void {
  const maxMemoryMb = Number(process.argv.at(-1))
  const look = () => {
    if (process.memoryUsage.rss() / MB_BYTES > maxMemoryMb) process.exit(1)
  }
  setInterval(look, WATCH_MS).unref()
}
