import { DAY_MS } from '@docketbox/contract/core/units'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { callLimit, deleteExpiredLimits } from './rate-limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const limit = { max: 2, windowSeconds: 3600 }
const rows = () => server.deps.db.selectFrom('rateLimits').selectAll().execute()

describe('a limit', () => {
  test('lets so many through, then refuses with the time to wait, each key for itself', async () => {
    const { limits } = server.deps
    await limits.consume('a call', 'ann', limit)
    await limits.consume('a call', 'ann', limit)
    for (let again = 0; again < 2; again++) {
      const refused = await limits.consume('a call', 'ann', limit).catch((thrown: unknown) => thrown)
      expect(refused).toMatchObject({ spec: { status: 429 } })
      const { retryAfterSeconds } = refused as { retryAfterSeconds: number }
      expect(retryAfterSeconds).toBeGreaterThan(3500)
      expect(retryAfterSeconds).toBeLessThanOrEqual(3600)
    }
    await limits.consume('a call', 'bob', limit)
    await limits.consume('another call', 'ann', limit)
  })

  test('counts with others in one statement, all or nothing', async () => {
    const few = callLimit('both', 'few', { max: 1, windowSeconds: 3600 })
    const many = callLimit('both', 'many', { max: 9, windowSeconds: 3600 })
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => statements.mockRestore())
    expect(await server.deps.limits.count([many, few])).toEqual([1, 1])
    expect(statements).toHaveBeenCalledOnce()
    await expect(server.deps.limits.count([many, few])).rejects.toMatchObject({ spec: { status: 429 } })
    expect(statements).toHaveBeenCalledTimes(2)
    expect(await server.deps.limits.count([many])).toEqual([2])
  })

  test('is forgotten when it expires, and not before', async () => {
    const before = (await rows()).length
    expect(before).toBeGreaterThan(0)
    await deleteExpiredLimits.handler(server.deps, {}, run)
    expect(await rows()).toHaveLength(before)
    await deleteExpiredLimits.handler(
      { ...server.deps, now: () => new Date(Date.now() + 3_700_000) },
      {},
      run,
    )
    expect(await rows()).toHaveLength(0)
  })

  test('is forgotten within the hour if the clock was ahead when it was counted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * DAY_MS })
    onTestFinished(() => void vi.useRealTimers())
    const { limits } = server.deps
    for (let call = 0; call < limit.max; call++) await limits.consume('a call', 'kim', limit)
    vi.useRealTimers()
    await expect(limits.consume('a call', 'kim', limit)).rejects.toMatchObject({ spec: { status: 429 } })
    await deleteExpiredLimits.handler(server.deps, {}, run)
    await limits.consume('a call', 'kim', limit)
  })

  test('counts every parallel call and resets after its window', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { limits } = server.deps
    const call = () =>
      limits.consume('a rush', 'ann', limit).then(
        () => 200,
        ({ spec }: { spec: { status: number } }) => spec.status,
      )
    const statuses = await Promise.all(Array.from({ length: 12 }, call))
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    vi.setSystemTime(Date.now() + 3_600_000)
    expect([await call(), await call(), await call()]).toEqual([200, 200, 429])
  })
})
