import { expect, test } from 'vitest'
import { unusedTimeText } from './unused-time.ts'

test('unused time is shown to the second in Sydney, in summer time or not', () => {
  const unused = {
    name: 'Unused time on Pro plan',
    cents: 271,
    from: '2026-09-30T14:00:00.000Z',
    priceCents: 499,
    periodStart: '2026-09-22T04:05:09.000Z',
    periodEnd: '2026-10-22T03:05:09.000Z',
  }
  expect(unusedTimeText(unused)).toBe(
    'Unused time on Pro plan from 1 Oct 2026, 12:00:00 am AEST, of $4.99 for 22 Sep 2026, 2:05:09 pm AEST – 22 Oct 2026, 2:05:09 pm AEDT',
  )
})
