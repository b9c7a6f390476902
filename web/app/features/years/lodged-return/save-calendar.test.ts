import { yearTexts } from '@docketbox/contract/years/texts'
import { beforeEach, expect, test, vi } from 'vitest'
import { summaryOf } from '../testing/index.ts'
import { entriesOf } from './save-calendar.ts'

beforeEach(() => vi.setSystemTime('2026-11-02T02:00:00Z'))

const lodgement = { lodgedOn: '2026-08-10', via: 'myTax' as const, amendedOn: null }
const days = (changes: Parameters<typeof summaryOf>[0]) =>
  entriesOf(summaryOf(changes), 'https://docketbox.test/years/2025-26').map(({ id, day }) => [id, day])

test('the calendar has the due dates until the return is lodged, then the end of the retention', () => {
  expect(days({})).toEqual([
    ['2025-26-self', '2026-11-02'],
    ['2025-26-agent', '2027-05-17'],
  ])
  expect(days({ lodgement })).toEqual([['2025-26-keep', '2032-05-17']])
  expect(days({ deadlines: null })).toEqual([])
  vi.setSystemTime('2026-11-03T02:00:00Z')
  expect(days({})).toEqual([['2025-26-agent', '2027-05-17']])
})

test('the end of the retention names what has to be kept for longer', () => {
  const [end] = entriesOf(summaryOf({ lodgement }), '')
  expect(end?.details).toContain(yearTexts.assets)
  expect(end?.details).toContain(yearTexts.capitalGains)
})

test('each entry links to the year', () => {
  for (const { details } of entriesOf(summaryOf(), 'https://docketbox.test/years/2025-26'))
    expect(details).toContain('https://docketbox.test/years/2025-26')
})
