import { expect, test } from 'vitest'
import { describeChanges, lateAmendment } from './changes-text.ts'
import type { ChangedKind } from './summary.ts'

const lodgement = { lodgedOn: '2026-08-10', via: 'myTax' as const, amendedOn: null }
const none = { edited: 0, removed: 0, inBin: 0 }
const describe = (
  added: number,
  changed: ChangedKind[] = [],
  amendedOn: string | null = null,
  receipts: Partial<typeof none> = {},
  today = '2028-08-10',
) =>
  describeChanges(
    {
      lodgement: { ...lodgement, amendedOn },
      addedSinceLodged: added,
      receiptsChangedSinceLodged: { ...none, ...receipts },
      changedSinceLodged: changed,
    },
    today,
  )?.replaceAll('\u00A0', ' ')

test.each([
  [
    describe(1),
    'You added 1 receipt to this year after you lodged your return on 10 Aug 2026. If you want to claim it, you can amend your return, in myTax or through your agent.',
  ],
  [
    describe(2, [], '2026-09-01'),
    'You added 2 receipts to this year after you amended your return on 1 Sep 2026. If you want to claim them, you can amend your return, in myTax or through your agent.',
  ],
  [
    describe(0, ['workFromHome', 'phoneAndInternet', 'expenses']),
    'You changed this year’s hours worked from home, phone and internet diaries and expenses without a receipt after you lodged your return on 10 Aug 2026. If that changes your claim, you can amend your return, in myTax or through your agent.',
  ],
  [
    describe(1, ['carTrips']),
    'You added 1 receipt to this year and changed this year’s trips after you lodged your return on 10 Aug 2026. If that changes your claim, you can amend your return, in myTax or through your agent.',
  ],
  [
    describe(0, ['taxAnswers']),
    'You changed this year’s answers about how you earn and GST after you lodged your return on 10 Aug 2026. If that changes your claim, you can amend your return, in myTax or through your agent.',
  ],
  [
    describe(0, [], null, { edited: 1 }),
    'You changed 1 of this year’s receipts after you lodged your return on 10 Aug 2026. If that changes your claim, you can amend your return, in myTax or through your agent.',
  ],
  [
    describe(0, [], '2026-09-01', { removed: 1_234 }),
    'You removed 1,234 of this year’s receipts after you amended your return on 1 Sep 2026. If that changes your claim, you can amend your return, in myTax or through your agent.',
  ],
  [
    describe(1, ['laundry'], null, { edited: 2, removed: 1 }),
    'You added 1 receipt to this year, changed 2, removed 1 and changed this year’s laundry loads after you lodged your return on 10 Aug 2026. If that changes your claim, you can amend your return, in myTax or through your agent.',
  ],
])('what changed after lodging is named: %s', (text, expected) => expect(text).toBe(expected))

test('without changes, or before lodging, there’s nothing to say', () => {
  expect(describe(0)).toBeUndefined()
  expect(
    describeChanges(
      {
        lodgement: null,
        addedSinceLodged: 2,
        receiptsChangedSinceLodged: none,
        changedSinceLodged: ['laundry'],
      },
      '2026-11-30',
    ),
  ).toBeUndefined()
})

test('two years after lodging it may be too late to amend, even if the return was amended since', () => {
  expect(describe(1, [], '2027-02-01', {}, '2028-08-11')).toBe(
    `You added 1 receipt to this year after you amended your return on 1 Feb 2027. If you want to claim it, ${lateAmendment}`,
  )
})
