import { setTimeout as wait } from 'node:timers/promises'
import type { Renderer } from '#platform/storage/renderer.ts'

/** Uploads closer together than this count as one burst. */
const PAUSE_MS = 300
/** Background work continues after this long even if the burst doesn't end. */
const MAX_WAIT_MS = 5_000

/** Lets background work wait while there is a burst of uploads. */
export function uploadPriority({ pauseMs = PAUSE_MS, maxWaitMs = MAX_WAIT_MS } = {}): Pick<
  Renderer,
  'markUpload' | 'waitForIdle'
> {
  let lastUploadAt = -Infinity
  return {
    markUpload: () => void (lastUploadAt = performance.now()),
    async waitForIdle(signal) {
      const deadline = performance.now() + maxWaitMs
      for (;;) {
        const leftMs = Math.min(lastUploadAt + pauseMs, deadline) - performance.now()
        if (leftMs <= 0 || signal.aborted) return
        await wait(leftMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    },
  }
}
