import { afterEach, expect, test, vi } from 'vitest'
import { monthPeriod } from './period.ts'

afterEach(() => vi.unstubAllEnvs())

const november = { startsOn: '2026-11-01', endsOn: '2026-11-30' }
const readers = ['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC']

test.each(readers)('November runs from 1 Nov to 30 Nov for a reader in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(monthPeriod({ ...november, daysLeft: 30 })).toBe('1\u00A0Nov – 30\u00A0Nov')
  expect(monthPeriod({ ...november, daysLeft: 9 })).toBe('9 days left, until 30\u00A0Nov')
  expect(monthPeriod({ ...november, daysLeft: 1 })).toBe('Ends today')
})
