import { adminRefusals } from '@docketbox/contract'
import { describe, expect, test } from 'vitest'
import { periodOf, suspensionRefusal } from './rules.ts'

describe('who may suspend whom', () => {
  const { notYourself, notAbove } = adminRefusals
  test.each([
    ['Admin', 'User', undefined],
    ['Admin', 'Admin', notAbove],
    ['Admin', 'Super Admin', notAbove],
    ['Super Admin', 'User', undefined],
    ['Super Admin', 'Admin', undefined],
    ['Super Admin', 'Super Admin', notAbove],
  ] as const)('%s suspends %s: %o', (actor, target, refusal) => {
    expect(suspensionRefusal({ id: 'actor', role: actor }, { id: 'target', role: target })).toBe(refusal)
  })

  test.each(['Admin', 'Super Admin'] as const)('%s does not suspend themselves', (role) => {
    expect(suspensionRefusal({ id: 'me', role }, { id: 'me', role })).toBe(notYourself)
  })
})

describe('a period', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  test.each([
    ['Expired', 1, 10],
    ['Expired', 1, 20],
    ['Active', 20, 21],
    ['Active', 1, 30],
    ['Incoming', 21, 30],
  ] as const)('is %s from day %i to day %i when it is day 20', (period, start, end) => {
    expect(periodOf(at(start), at(end), at(20))).toBe(period)
  })
})
