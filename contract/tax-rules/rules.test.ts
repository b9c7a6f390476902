import { describe, expect, test } from 'vitest'
import { daysOf, incomeYearOf } from '../core/income-years.ts'
import { areRulesChanging, dueDates, findYearRules, retention } from './rules.ts'
import { taxRules } from './schema.ts'
import { defaultTaxRules } from './table.ts'

const rulesOf = (incomeYear: string) => findYearRules(defaultTaxRules, incomeYear)!

test('the table is valid and covers 2020-21 to 2027-28', () => {
  expect(taxRules.parse(defaultTaxRules).map(({ incomeYear }) => incomeYear)).toEqual([
    '2020-21',
    '2021-22',
    '2022-23',
    '2023-24',
    '2024-25',
    '2025-26',
    '2026-27',
    '2027-28',
  ])
  expect(findYearRules(defaultTaxRules, '2019-20')).toBeUndefined()
})

// 31 October 2026 and 2027 are a Saturday and a Sunday, 15 May 2027 is a Saturday.
test.each([
  ['2020-21', '2021-11-01', '2022-05-16'],
  ['2022-23', '2023-10-31', '2024-05-15'],
  ['2023-24', '2024-10-31', '2025-05-15'],
  ['2024-25', '2025-10-31', '2026-05-15'],
  ['2025-26', '2026-11-02', '2027-05-17'],
  ['2026-27', '2027-11-01', '2028-05-15'],
  ['2027-28', '2028-10-31', '2029-05-15'],
])('the return of %s is due on %s, from an agent on %s', (incomeYear, self, agent) => {
  expect(dueDates(rulesOf(incomeYear))).toEqual({ self, agent })
})

test('public holidays move a due date, too', () => {
  const figure = rulesOf('2022-23').agentDue
  const dueOn = (selfDue: string, agentDue: string) =>
    dueDates({
      ...rulesOf('2022-23'),
      selfDue: { ...figure, value: selfDue },
      agentDue: { ...figure, value: agentDue },
    })
  // 31 March 2024 was Easter Sunday, and Christmas of 2023 began on a Monday.
  expect(dueOn('2023-12-25', '2024-03-31')).toEqual({ self: '2023-12-27', agent: '2024-04-02' })
  const { publicHolidays: _, ...without } = rulesOf('2022-23')
  expect(taxRules.safeParse([without]).success).toBe(true)
  expect(dueDates({ ...without, agentDue: { ...figure, value: '2024-03-31' } }).agent).toBe('2024-04-01')
})

test('the public holidays of a year are weekdays of the twelve months after it', () => {
  for (const { incomeYear, publicHolidays } of defaultTaxRules) {
    const { last } = daysOf(incomeYear)
    const days = publicHolidays!.value
    expect(days.filter((day) => [0, 6].includes(new Date(day).getUTCDay()))).toEqual([])
    expect(days.filter((day) => day <= last || incomeYearOf(day) > incomeYearOf(days[0]!))).toEqual([])
  }
})

test.each([
  ['2020-21', 72, null, 31_95],
  ['2021-22', 72, null, 32_50],
  ['2022-23', 78, 67, 33_25],
  ['2023-24', 85, 67, 35_65],
  ['2024-25', 88, 70, 37_65],
  ['2025-26', 88, 70, 38_65],
  ['2026-27', 88, 70, null],
  ['2027-28', 88, 70, null],
])('the rates of %s are %j a km, %j an hour and %j a meal', (incomeYear, km, hour, meal) => {
  const { carCentsPerKm, homeCentsPerHour, overtimeMealCents } = rulesOf(incomeYear)
  const values = [carCentsPerKm, homeCentsPerHour, overtimeMealCents].map((figure) => figure?.value ?? null)
  expect(values).toEqual([km, hour, meal])
})

test('the rates of a year that has none of its own are the last ones, unconfirmed', () => {
  const { carCentsPerKm, homeCentsPerHour } = rulesOf('2026-27')
  expect([carCentsPerKm, homeCentsPerHour]).toMatchObject([{ status: 'unknown' }, { status: 'unknown' }])
})

test('only a draft brings a standard deduction, from 2026-27', () => {
  expect(rulesOf('2025-26').standardDeductionCents).toMatchObject({ value: 0, status: 'law' })
  expect(rulesOf('2026-27').standardDeductionCents).toMatchObject({ value: 100_000, status: 'draft' })
  expect(defaultTaxRules.filter(areRulesChanging).map(({ incomeYear }) => incomeYear)).toEqual([
    '2026-27',
    '2027-28',
  ])
})

describe('receipts are kept', () => {
  test.each([
    // Lodged in time: five years from the due date.
    ['2024-25', '2026-03-20', 'agent', '2031-05-15'],
    ['2023-24', '2025-05-15', 'agent', '2030-05-15'],
    ['2023-24', '2024-08-01', 'self', '2029-10-31'],
    ['2025-26', '2026-11-02', 'self', '2031-11-02'],
    ['2025-26', '2027-05-17', 'agent', '2032-05-17'],
    ['2026-27', '2027-11-01', 'self', '2032-11-01'],
    // Lodged late: five years from that day.
    ['2023-24', '2024-11-01', 'self', '2029-11-01'],
    ['2022-23', '2026-01-02', 'agent', '2031-01-02'],
    ['2025-26', '2028-02-29', 'self', '2033-03-01'],
    // It isn't known who lodged it.
    ['2023-24', '2024-08-01', null, '2030-05-15'],
    // Before the years with rules: 15 May 2016 was a Sunday.
    ['2014-15', '2015-09-01', 'agent', '2021-05-16'],
    ['2018-19', '2023-06-01', 'self', '2028-06-01'],
  ] as const)('for %s lodged on %s by %s until %s', (incomeYear, lodgedOn, via, keepUntil) => {
    const facts = { incomeYear, lodgedOn, via }
    expect(retention(facts, defaultTaxRules)).toEqual({ keepUntil, isProvisional: false })
  })

  test.each([
    ['2024-25', null, '2031-05-15'],
    ['2025-26', null, '2032-05-17'],
    ['2014-15', null, '2021-05-16'],
    // After the years with rules: 15 May 2032 is a Saturday.
    ['2030-31', '2031-09-01', '2037-05-17'],
  ])('for %s lodged on %j provisionally until %s', (incomeYear, lodgedOn, keepUntil) => {
    expect(retention({ incomeYear, lodgedOn }, defaultTaxRules)).toEqual({ keepUntil, isProvisional: true })
  })

  test('without an end during a dispute', () => {
    const facts = { incomeYear: '2020-21', lodgedOn: '2021-09-01', hasDispute: true }
    expect(retention(facts, defaultTaxRules)).toEqual({ keepUntil: null, reason: 'dispute' })
  })
})

const [first, second] = defaultTaxRules
test.each([
  ['no year', []],
  ['a year twice', [first, first]],
  ['years out of order', [second, first]],
  ['a year that isn’t one', [{ ...first, incomeYear: '2020-22' }]],
  ['an unknown figure', [{ ...first, carCents: first!.carCentsPerKm }]],
  ['a missing figure', [{ ...first, carCentsPerKm: undefined }]],
  ['a figure without a source', [{ ...first, carCentsPerKm: { ...first!.carCentsPerKm, source: '' } }]],
  ['a figure of no status', [{ ...first, carCentsPerKm: { ...first!.carCentsPerKm, status: 'rumour' } }]],
  ['fractions of a cent', [{ ...first, carCentsPerKm: { ...first!.carCentsPerKm, value: 72.5 } }]],
  ['a day that isn’t one', [{ ...first, selfDue: { ...first!.selfDue, value: '2021-02-29' } }]],
  ['a due date within the year', [{ ...first, selfDue: { ...first!.selfDue, value: '2021-06-30' } }]],
])('rules with %s are refused', (_, table) => {
  expect(taxRules.safeParse(table).success).toBe(false)
})
