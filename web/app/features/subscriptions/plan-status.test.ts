import { expect, test } from 'vitest'
import { details, personWith } from './testing/plans.ts'
import { planInWords, standingOf } from './plan-status.ts'

test.each([undefined, 'expired' as const])('months paid ahead are said to begin (before: %s)', (before) => {
  const person = personWith({
    subs_details: before ? details('Trial', before) : null,
    incoming: { planName: 'Pro', startsAt: '2026-12-01T00:00:00.000Z' },
  })
  expect(planInWords(person)).toBe('Your Pro plan begins on 01 Dec, 2026.')
  expect(standingOf(person)).toMatchObject({ name: 'Pro', words: 'Incoming' })
})
