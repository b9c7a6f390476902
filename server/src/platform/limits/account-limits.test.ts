import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type CallKind, createAccountLimits } from './account-limits.ts'

const rates = { READS_PER_MINUTE: 600, WRITES_PER_MINUTE: 60, SEARCHES_PER_MINUTE: 60 }

function start() {
  let now = 0
  const limits = createAccountLimits(rates, () => now)
  return {
    enter: (kind: CallKind, account = 'ann') => limits.enter(account, kind),
    pass: (ms: number) => void (now += ms),
  }
}
/** Limits wait for nothing but calls, so whatever they let start has done so in the next turn of the event loop. */
const isSettled = (promise: Promise<unknown>) => Promise.race([promise.then(() => true), nextTurn(false)])

describe('an account', () => {
  test('has as many calls running as its kind allows; others start in their order', async () => {
    const { enter } = start()
    const [first, second] = [await enter('search'), await enter('search')]
    const [third, fourth] = [enter('search'), enter('search')]
    expect(await isSettled(third)).toBe(false)
    first()
    first()
    expect(await isSettled(third)).toBe(true)
    expect(await isSettled(fourth)).toBe(false)
    second()
    expect(await isSettled(fourth)).toBe(true)
    expect(await isSettled(enter('search', 'bob'))).toBe(true)
    expect(await isSettled(enter('read'))).toBe(true)
  })

  test('makes one archive at a time', async () => {
    const { enter } = start()
    const done = await enter('archive')
    await expect(enter('archive')).rejects.toMatchObject({
      spec: { code: 'common.downloadRunning', status: 429 },
      retryAfterSeconds: 10,
    })
    done()
    expect(await isSettled(enter('archive'))).toBe(true)
  })

  test('is refused while too many calls wait', async () => {
    const { enter } = start()
    const waiting = Array.from({ length: 60 }, () => enter('search'))
    expect(waiting).toHaveLength(60)
    await expect(enter('search')).rejects.toMatchObject({ retryAfterSeconds: 1 })
  })

  test('that is too fast for too long gets the time to wait', async () => {
    const { enter, pass } = start()
    for (let call = 0; call < 60; call++) (await enter('write'))()
    await expect(enter('write')).rejects.toMatchObject({ retryAfterSeconds: 1 })
    pass(1_000)
    expect(await isSettled(enter('write'))).toBe(true)
    await expect(enter('write')).rejects.toMatchObject({ retryAfterSeconds: 1 })
    expect(await isSettled(enter('write', 'bob'))).toBe(true)
  })
})
