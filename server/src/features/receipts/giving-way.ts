import { setTimeout as wait } from 'node:timers/promises'

/** Uploads less than this apart count as one burst. */
const PAUSE_MS = 300
/** Whoever gives way goes on after this long, also when the burst does not end. */
const MOST_MS = 5_000

export type GivingWay = {
  /** Somebody is at it who is waited for. */
  note(): void
  /** Resolves once nobody was for a while, or after a time that is long enough. */
  turn(signal: AbortSignal): Promise<void>
}

/** Lets work that nobody waits for stand back while there is a burst of work that somebody waits for. */
export function givingWay({ pauseMs = PAUSE_MS, mostMs = MOST_MS } = {}): GivingWay {
  let notedAt = -Infinity
  return {
    note: () => (notedAt = performance.now()),
    async turn(signal) {
      const end = performance.now() + mostMs
      for (;;) {
        const at = performance.now()
        const leftMs = Math.min(notedAt + pauseMs, end) - at
        if (leftMs <= 0 || signal.aborted) return
        await wait(leftMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    },
  }
}
