import { expect, test } from 'vitest'
import { pollOutcome } from './poll-outcome.ts'

const after = (state: string | undefined, failures: number) =>
  pollOutcome.refetchInterval({
    state: {
      data: state === undefined ? undefined : { state },
      error: failures > 0 ? new Error('Failed to fetch') : null,
      errorUpdateCount: failures,
    },
  })

test('an outcome is looked up until it’s known', () => {
  expect([after(undefined, 0), after('checking', 0), after('done', 0), after('notDone', 0)]).toEqual([
    3_000,
    3_000,
    false,
    false,
  ])
})

test('lookups that fail get rarer, up to every 30 seconds', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => after('checking', failures))).toEqual([
    3_000, 6_000, 12_000, 24_000, 30_000, 30_000,
  ])
})
