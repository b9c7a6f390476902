import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { givingWay } from './giving-way.ts'

const { signal } = new AbortController()
const longMs = 60_000

test('whoever gives way has their turn at once when nobody is there', async () => {
  await expect(givingWay({ pauseMs: longMs, mostMs: longMs }).turn(signal)).resolves.toBeUndefined()
})

test('waits until a burst is over, and no longer', async () => {
  const way = givingWay({ pauseMs: 50, mostMs: longMs })
  const began = performance.now()
  way.note()
  const turn = way.turn(signal)
  await wait(20)
  way.note()
  await turn
  expect(performance.now() - began).toBeGreaterThanOrEqual(60)
})

test('has their turn in a burst that does not end, too', async () => {
  const way = givingWay({ pauseMs: longMs, mostMs: 10 })
  way.note()
  await expect(way.turn(signal)).resolves.toBeUndefined()
})

test('does not wait for a turn that nobody wants any more', async () => {
  const way = givingWay({ pauseMs: longMs, mostMs: longMs })
  way.note()
  const stop = new AbortController()
  const turn = way.turn(stop.signal)
  stop.abort()
  await expect(turn).resolves.toBeUndefined()
})
