import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { uploadPriority } from './upload-priority.ts'

const { signal } = new AbortController()
const longMs = 60_000

test('background work starts immediately if there are no uploads', async () => {
  const { waitForIdle } = uploadPriority({ pauseMs: longMs, maxWaitMs: longMs })
  await expect(waitForIdle(signal)).resolves.toBeUndefined()
})

test('background work waits until a burst of uploads has ended, and no longer', async () => {
  const { markUpload, waitForIdle } = uploadPriority({ pauseMs: 50, maxWaitMs: longMs })
  const startedAt = performance.now()
  markUpload()
  const idle = waitForIdle(signal)
  await wait(20)
  markUpload()
  await idle
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(60)
})

test('background work also starts during a burst that doesn’t end', async () => {
  const { markUpload, waitForIdle } = uploadPriority({ pauseMs: longMs, maxWaitMs: 10 })
  markUpload()
  await expect(waitForIdle(signal)).resolves.toBeUndefined()
})

test('background work stops waiting when aborted', async () => {
  const { markUpload, waitForIdle } = uploadPriority({ pauseMs: longMs, maxWaitMs: longMs })
  markUpload()
  const abort = new AbortController()
  const idle = waitForIdle(abort.signal)
  abort.abort()
  await expect(idle).resolves.toBeUndefined()
})
