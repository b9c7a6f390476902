import { expect, test } from 'vitest'
import { readEnvironment } from '#platform/config/environment.ts'
import { currentPlan } from '../rules.ts'
import { now, period, trial } from '../testing/access-periods.ts'
import { allowanceOf } from './storage.ts'

test.each([
  ['the trial', [trial], true],
  ['Pro', [period({})], true],
  ['a plan that an administrator created', [period({ planName: 'Family' })], true],
  ['Premium', [period({ planName: 'Premium' })], false],
  ['no plan', [], true],
])('whether another plan includes more storage than %s', (_, periods, hasLargerPlan) => {
  const allowance = allowanceOf(readEnvironment({}), currentPlan(periods, now))
  expect(allowance.hasLargerPlan).toBe(hasLargerPlan)
})
