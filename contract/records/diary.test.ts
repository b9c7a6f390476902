import { expect, test } from 'vitest'
import { daysOfDiary, diaryResult } from './diary.ts'

test('a diary has 28 days, even across daylight saving', () => {
  const days = daysOfDiary('2026-09-21')
  expect([days.length, new Set(days).size, days[0], days[27]]).toEqual([28, 28, '2026-09-21', '2026-10-18'])
})

test('the share of work is of all uses in the four weeks; other days don’t count', () => {
  const entered = [
    { day: '2026-10-18', work: 1, personal: 1 },
    { day: '2026-09-21', work: 1, personal: 0 },
    { day: '2026-09-20', work: 100, personal: 0 },
    { day: '2026-10-19', work: 0, personal: 100 },
  ]
  const { days, workPercent } = diaryResult('2026-09-21', entered)
  expect(days.map(({ day }) => day)).toEqual(['2026-09-21', '2026-10-18'])
  expect(workPercent).toBe(66.7)
  expect(diaryResult('2026-09-21', []).workPercent).toBeNull()
})
