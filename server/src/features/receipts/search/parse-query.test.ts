import { expect, test } from 'vitest'
import { categoryIds } from '#testing/receipts.ts'
import { type Criterion, parseQuery } from './parse-query.ts'

/** A Sunday. */
const today = '2026-11-22'
const days = (first: string, last = first) => ({ days: [{ first, last }], texts: [] })
const year = (incomeYear: number) => ({ incomeYear, texts: [] })
const cents = (min: number, max = min, ...texts: string[]) => ({ cents: { min, max }, texts })
const amount = (dollars: number) => cents(dollars * 100, dollars * 100 + 99, String(dollars))
const inCategories = (word: string, ...numbers: number[]): Criterion => ({
  texts: [word],
  categories: numbers.map((number) => categoryIds[number - 1]!),
})
/** A criterion that a receipt of one of these days fulfils, too. */
const orOf = (criterion: Criterion, ...on: string[]): Criterion => ({
  ...criterion,
  days: [...on.map((day) => ({ first: day, last: day })), ...(criterion.days ?? [])],
})

test.each([
  ['', []],
  ['Tra', [inCategories('tra', 2, 5)]],
  ['car repairs', [inCategories('car', 1), inCategories('repairs', 1)]],
  ['work meal', [inCategories('work', 4), inCategories('meal', 4)]],
  ['ca', [{ texts: ['ca'] }]],
  ['  Ampol  DUBBO ', [{ texts: ['ampol'] }, { texts: ['dubbo'] }]],
  ['56.85', [cents(5685, 5685, '56.85')]],
  ['$56.85', [cents(5685, 5685, '56.85')]],
  ['$1,204', [cents(120_400, 120_499)]],
  ['$1,234.50', [cents(123_450, 123_450, '1,234.50')]],
  ['$56', [cents(5600, 5699)]],
  ['56', [cents(5600, 5699, '56')]],
  ['56.8', [cents(5680, 5689, '56.8')]],
  ['56.', [cents(5600, 5699, '56')]],
  ['$56.', [cents(5600, 5699)]],
  ['12.50.', [cents(1250, 1250, '12.50')]],
  ['fuel $ 12.50', [inCategories('fuel', 1), cents(1250, 1250, '12.50')]],
  ['A$12.50', [cents(1250, 1250, '12.50')]],
  ['au$12', [cents(1200, 1299)]],
  ['56.85 USD', [cents(5685, 5685, '56.85'), { currency: 'USD', texts: ['usd'] }]],
  ['Usd $56', [{ currency: 'USD', texts: ['usd'] }, cents(5600, 5699)]],
  ['usd hotel', [{ texts: ['usd'] }, { texts: ['hotel'] }]],
  ['56.855', [{ texts: ['56.855'] }]],
  ['51 824 753 556', [{ abn: '51824753556', texts: ['51824753556', '51 824 753 556'] }]],
  ['51824753556', [{ abn: '51824753556', texts: ['51824753556', '51 824 753 556'] }]],
  ['july 2025', [days('2025-07-01', '2025-07-31')]],
  ['Feb 2024', [days('2024-02-01', '2024-02-29')]],
  ['07/2025', [days('2025-07-01', '2025-07-31')]],
  ['july', [{ month: 7, texts: ['july'] }]],
  ['jul', [{ month: 7, texts: ['jul'] }]],
  ['2025', [{ ...amount(2025), days: [{ first: '2025-01-01', last: '2025-12-31' }] }]],
  ['2025-26', [year(2026)]],
  ['2025–26', [year(2026)]],
  ['2025/26', [year(2026)]],
  ['2025-2026', [year(2026)]],
  ['2025-2027', [{ texts: ['2025-2027'] }]],
  ['2025-27', [{ texts: ['2025-27'] }]],
  ['FY26', [{ incomeYear: 2026, texts: ['fy26'] }]],
  ['fuel FY 2025-26', [inCategories('fuel', 1), { incomeYear: 2026, texts: ['fy 2025-26'] }]],
  ['FY25/26', [{ incomeYear: 2026, texts: ['fy25/26'] }]],
  ['FY 26', [{ incomeYear: 2026, texts: ['fy 26'] }]],
  ['FY2026', [{ incomeYear: 2026, texts: ['fy2026'] }]],
  ['financial year 2026', [{ incomeYear: 2026, texts: ['financial year 2026'] }]],
  ['tax year 2025–26', [{ incomeYear: 2026, texts: ['tax year 2025–26'] }]],
  ['FY25-27', [{ texts: ['fy25-27'] }]],
  ['fyffe', [{ texts: ['fyffe'] }]],
  ['tools and more', [{ texts: ['tools'] }, { texts: ['more'] }]],
  ['tools &', [{ texts: ['tools'] }]],
  ['and', [inCategories('and', 1, 3, 5)]],
  ['h and m', [{ texts: ['h&m', ' h & m', ' h and m'] }]],
  ['at&t', [{ texts: ['at&t', ' at & t', ' at and t'] }]],
  ['7-Eleven', [{ texts: ['7-eleven', '7eleven', 'seven eleven'] }]],
  ['3/7/2026', [days('2026-07-03')]],
  ['3/7/26', [days('2026-07-03')]],
  ['2026-07-03', [days('2026-07-03')]],
  ['3 July 2026', [days('2026-07-03')]],
  ['3rd july', [days('2026-07-03')]],
  ['24 december', [days('2025-12-24')]],
  ['29 feb', [days('2024-02-29')]],
  ['October 3rd', [days('2026-10-03')]],
  [
    'mar 25 ampol',
    [orOf({ month: 3, texts: ['mar'] }, '2026-03-25'), orOf(amount(25), '2026-03-25'), { texts: ['ampol'] }],
  ],
  ['march 25', [orOf({ month: 3, texts: ['march'] }, '2026-03-25'), orOf(amount(25), '2026-03-25')]],
  ['3 july 15', [orOf(days('2026-07-03'), '2015-07-03'), orOf(amount(15), '2015-07-03')]],
  [
    'Oct. 3, 25',
    [
      orOf({ month: 10, texts: ['oct'] }, '2025-10-03', '2026-10-03'),
      orOf(amount(3), '2025-10-03', '2026-10-03'),
      orOf(amount(25), '2025-10-03'),
    ],
  ],
  ['3 july 45', [orOf(days('2026-07-03'), '2045-07-03'), orOf(amount(45), '2045-07-03')]],
  ['june 31', [{ month: 6, texts: ['june'] }, cents(3100, 3199, '31')]],
  ['31 june', [cents(3100, 3199, '31'), { month: 6, texts: ['june'] }]],
  ['31/6/2026', [{ texts: ['31/6/2026'] }]],
  ['1/7/0000', [{ texts: ['1/7/0000'] }]],
  ['"bunnings warehouse"', [{ texts: ['bunnings'] }, { texts: ['warehouse'] }]],
  ['“3 July 2026” shell', [days('2026-07-03'), { texts: ['shell'] }]],
  ['"', []],
  ['Coffee. to: cafe;', [{ texts: ['coffee'] }, { texts: ['to'] }, { texts: ['cafe'] }]],
  ['the Good Guys', [{ texts: ['good'] }, { texts: ['guys'] }]],
  ['bunnings in july', [{ texts: ['bunnings'] }, { month: 7, texts: ['july'] }]],
  ['3rd of July 2026', [days('2026-07-03')]],
  ['for the', [{ texts: ['for'] }, { texts: ['the'] }]],
  ['...', [{ texts: ['...'] }]],
  [
    'Bunnings, "Mascot", july,',
    [{ texts: ['bunnings'] }, { texts: ['mascot'] }, { month: 7, texts: ['july'] }],
  ],
  ['july 3, 2026', [days('2026-07-03')]],
  ['today', [days(today)]],
  ['yesterday', [days('2026-11-21')]],
  ['this week', [days('2026-11-16', '2026-11-22')]],
  ['last week', [days('2026-11-09', '2026-11-15')]],
  ['last month', [days('2026-10-01', '2026-10-31')]],
  ['last year', [days('2025-01-01', '2025-12-31')]],
  ['last financial year', [year(2026)]],
  ['this tax year', [year(2027)]],
  ['last', [{ texts: ['last'] }]],
  ['ampol july 2025 $56', [{ texts: ['ampol'] }, days('2025-07-01', '2025-07-31'), cents(5600, 5699)]],
])('“%s” is understood', (q, criteria) => {
  expect(parseQuery(q, today)).toEqual(criteria)
})

test('last month is December in January', () => {
  expect(parseQuery('last month', '2026-01-15')).toEqual([days('2025-12-01', '2025-12-31')])
})

test('a search uses all of its words, and the first eight amounts and dates', () => {
  const criteria = parseQuery('a b c d e f g h july 1 2 3 4 5 6 7 8 july', today)
  expect(criteria).toHaveLength(18)
  expect(criteria.filter((criterion) => Object.keys(criterion).length > 1)).toHaveLength(8)
  expect(criteria.slice(-2)).toEqual([{ texts: ['8'] }, { texts: ['july'] }])
})
