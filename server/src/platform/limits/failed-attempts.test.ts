import { startTestServer, type TestServer } from '#testing/harness.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { attemptKey, failureLimit, forgetFailures } from './failed-attempts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

const limit = failureLimit(attemptKey('password', { name: 'ann' }))
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
/** How long the next attempt has to wait: 0 if it was counted. */
async function attempt(of = limit): Promise<number> {
  const refused = (thrown: { retryAfterSeconds: number }) => thrown.retryAfterSeconds
  return server.deps.limits.count([of]).then(() => 0, refused)
}
/** Fails this many times, each as soon as it may. Returns the waits in between. */
async function fail(times: number, of = limit): Promise<number[]> {
  const waits: number[] = []
  for (let count = 0; count < times; count++) {
    const wait = await attempt(of)
    waits.push(wait)
    if (wait === 0) continue
    pass(wait)
    expect(await attempt(of)).toBe(0)
  }
  return waits
}

describe('failed attempts on one account', () => {
  test('five are free, then each one waits twice as long as the one before, up to 15 minutes', async () => {
    expect(await fail(17)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    expect(await attempt()).toBe(900)
  })

  test('waiting out the longest wait does not reset the waits, but a day does', async () => {
    pass(16 * 60)
    expect([await attempt(), await attempt()]).toEqual([0, 900])
    pass(24 * 60 * 60)
    expect(await fail(5)).toEqual([0, 0, 0, 0, 0])
  })

  test('four failures are forgotten after 15 minutes', async () => {
    const few = failureLimit(attemptKey('password', { name: 'few' }))
    await fail(4, few)
    pass(15 * 60 + 1)
    expect(await fail(5, few)).toEqual([0, 0, 0, 0, 0])
  })

  test('a successful login ends the waits', async () => {
    expect([await attempt(), await attempt()]).toEqual([0, 2])
    await forgetFailures(server.deps.db, [limit])
    expect(await fail(5)).toEqual([0, 0, 0, 0, 0])
  })
})
