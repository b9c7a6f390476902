/** A phone can show bars and receive nothing, and the browser never says so. */
const MAX_IDLE_MS = 90_000

export type IdleTimeout = { reset: () => void; clear: () => void }

/**
 * Calls `onTimeout` once nothing has arrived for 90 seconds.
 * @returns `reset` starts the wait again, `clear` ends it.
 */
export function idleTimeout(onTimeout: () => void): IdleTimeout {
  let timer = setTimeout(onTimeout, MAX_IDLE_MS)
  return {
    reset: () => {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, MAX_IDLE_MS)
    },
    clear: () => clearTimeout(timer),
  }
}

/** @returns the same response; reading it resets the timeout with each part of its body. */
export function watchBody(response: Response, idle: IdleTimeout): Response {
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, stream) {
      idle.reset()
      stream.enqueue(bytes)
    },
  })
  return response.body ? new Response(response.body.pipeThrough(watch), response) : response
}
