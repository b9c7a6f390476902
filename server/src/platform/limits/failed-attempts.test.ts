import { describe, expect, test } from 'vitest'
import { type Attempts, afterFailure, waitSeconds } from './failed-attempts.ts'

const start = new Date('2026-03-01T00:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const fresh: Attempts = { failures: 0, firstAt: start, lastAt: start, blockedUntil: start }

/** Fails as often as said, each time as soon as it is allowed. */
function failing(times: number): { attempts: Attempts; waits: number[] } {
  let attempts = fresh
  let now = start
  const waits: number[] = []
  for (let i = 0; i < times; i++) {
    attempts = afterFailure(attempts, now)
    waits.push(waitSeconds(attempts, now))
    now = attempts.blockedUntil
  }
  return { attempts, waits }
}

describe('failed attempts on one account', () => {
  test('are free four times, then make the next one wait, twice as long each time, up to a quarter of an hour', () => {
    expect(failing(17).waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  test('are forgotten after a quarter of an hour while they are few', () => {
    const { attempts } = failing(4)
    expect(afterFailure(attempts, later(15 * 60)).failures).toBe(5)
    expect(afterFailure(attempts, later(15 * 60 + 1)).failures).toBe(1)
  })

  test('are not forgotten by waiting out the longest wait, but by a quiet day', () => {
    const { attempts } = failing(15)
    const waited = new Date(attempts.blockedUntil.getTime() + 1000)
    expect(afterFailure(attempts, waited).failures).toBe(16)
    expect(afterFailure(attempts, new Date(attempts.lastAt.getTime() + 24 * 3_600_001)).failures).toBe(1)
  })
})
