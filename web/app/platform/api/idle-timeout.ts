/** A phone can show bars and receive nothing, and the browser never says so. */
const MAX_IDLE_MS = 90_000

/**
 * Calls `onTimeout` once nothing has arrived for 90 seconds.
 * @returns `reset` starts the wait again, `clear` ends it.
 */
export function idleTimeout(onTimeout: () => void): { reset: () => void; clear: () => void } {
  let timer = setTimeout(onTimeout, MAX_IDLE_MS)
  return {
    reset: () => {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, MAX_IDLE_MS)
    },
    clear: () => clearTimeout(timer),
  }
}
