import { expect, test } from 'vitest'
import { yearToShare } from './years.ts'

const year = (incomeYear: string, receipts: number, hasRecords = false) => ({
  incomeYear,
  receipts,
  hasRecords,
})

test('the last finished year is shared first, unless only others have receipts or records', () => {
  const share = (...years: Parameters<typeof yearToShare>[0]) => yearToShare(years, '2026-11-22')
  expect(share(year('2026-27', 3), year('2025-26', 1))).toBe('2025-26')
  expect(share(year('2026-27', 3), year('2025-26', 0, true))).toBe('2025-26')
  expect(share(year('2026-27', 3), year('2025-26', 0))).toBe('2026-27')
  expect(share(year('2026-27', 0), year('2025-26', 0), year('2024-25', 8))).toBe('2024-25')
  expect(share(year('2026-27', 0), year('2025-26', 0))).toBe('2025-26')
  expect(share()).toBe('2025-26')
})
