import { MB_BYTES } from '@docketbox/contract/core/units'

const CHECK_INTERVAL_MS = 200

/**
 * Ends this process between two steps of its work when it takes more memory than the last of its arguments says. Linux has
 * stricter means.
 */
export function endWhenTooLarge(): void {
  const maxMemoryMb = Number(process.argv.at(-1))
  const checkMemory = () => {
    if (process.memoryUsage.rss() / MB_BYTES > maxMemoryMb) process.exit(1)
  }
  setInterval(checkMemory, CHECK_INTERVAL_MS).unref()
}
