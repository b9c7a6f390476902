import { describe, expect, test } from 'vitest'
import { isCoveredBy } from '../records/claims/coverage.ts'
import { claimIdOfDiary } from '../records/claims/home.ts'
import type { RecordClaim, Service } from '../records/schemas.ts'
import { type PrefillExpense, prefillAmounts } from './prefill.ts'

const receipt = (changes: Partial<PrefillExpense> = {}): PrefillExpense => ({
  category: 'Others',
  label: 'D5',
  isLabelConfirmed: true,
  isAsset: false,
  mayBeAsset: false,
  supplier: null,
  description: 'Tools',
  claimableCents: 52_00,
  ...changes,
})
const claim = (kind: RecordClaim['kind'], changes: Partial<RecordClaim> = {}): RecordClaim => ({
  _id: kind,
  kind,
  label: 'D5',
  subject: 'Working from home',
  method: '',
  quantity: 1,
  unit: '',
  claimableCents: 1200_00,
  note: null,
  choice: null,
  isChosen: true,
  ...changes,
})

describe('a receipt', () => {
  test.each<[string, Partial<PrefillExpense>, [string, number, string]]>([
    [
      'of fuel',
      { label: 'D1', supplier: 'Ampol Dubbo' },
      ['weeklyFuelExpenses', 1_00, 'From 1 receipt: $52.00 over 52 weeks.'],
    ],
    [
      'of a car service',
      { label: 'D1', description: 'Logbook service' },
      ['carRepairsAndServicing', 52_00, 'From 1 receipt.'],
    ],
    ['of a membership', { category: 'Insurance and Memberships' }, ['workRelated', 52_00, 'From 1 receipt.']],
    [
      'of income protection',
      { label: 'D15', description: 'Income protection insurance', claimableCents: 600_00 },
      ['monthlyInsurance', 50_00, 'From 1 receipt: $600.00 over 12 months.'],
    ],
    [
      'of training',
      { category: 'Certification and Training', label: 'D4' },
      ['workRelated', 52_00, 'From 1 receipt.'],
    ],
    ['of travel', { category: 'Travel expenses', label: 'D2' }, ['workRelated', 52_00, 'From 1 receipt.']],
    [
      'of an overtime meal',
      { category: 'WorkMeal' },
      ['weeklyFoodAtWork', 1_00, 'From 1 receipt: $52.00 over 52 weeks.'],
    ],
    [
      'of the internet',
      { supplier: 'Aussie Broadband', claimableCents: 600_00 },
      ['monthlyInternet', 50_00, 'From 1 receipt: $600.00 over 12 months.'],
    ],
    [
      'of an amount that doesn’t divide evenly',
      { supplier: 'Telstra', claimableCents: 89_00 },
      ['monthlyInternet', 7_41, 'From 1 receipt: $89.00 over 12 months.'],
    ],
    ['of a uniform', { label: 'D3' }, ['clothingAndLaundry', 52_00, 'From 1 receipt.']],
    ['of a gift', { label: 'D9' }, ['yearlyDonation', 52_00, 'From 1 receipt.']],
    ['of a rental property', { label: 'rental' }, ['totalPropertyExpenses', 52_00, 'From 1 receipt.']],
  ])('%s belongs to its question', (_, changes, [item, cents, source]) => {
    expect(prefillAmounts([receipt(changes)], [])).toEqual({
      amounts: [{ item, cents, source }],
      leftOut: 0,
      assets: 0,
      possibleAssets: 0,
      otherLabels: [],
      recordsLeftOut: [],
    })
  })

  test.each([
    ['private', []],
    ['business', ['business']],
    ['D10', ['D10']],
  ] as const)(
    'labelled %s belongs to no question, which is said unless it’s private',
    (label, otherLabels) => {
      expect(prefillAmounts([receipt({ label })], [])).toEqual({
        amounts: [],
        leftOut: 0,
        assets: 0,
        possibleAssets: 0,
        otherLabels,
        recordsLeftOut: [],
      })
    },
  )

  test('without a label or an amount is left out and counted', () => {
    const receipts = [receipt(), receipt({ label: null }), receipt({ claimableCents: null })]
    expect(prefillAmounts(receipts, [])).toEqual({
      amounts: [{ item: 'workRelated', cents: 52_00, source: 'From 1 receipt.' }],
      leftOut: 2,
      assets: 0,
      possibleAssets: 0,
      otherLabels: [],
      recordsLeftOut: [],
    })
  })

  test('that we think is private is left out and counted', () => {
    const receipts = [receipt({ label: 'private', isLabelConfirmed: false }), receipt({ label: 'private' })]
    expect(prefillAmounts(receipts, [])).toEqual({
      amounts: [],
      leftOut: 1,
      assets: 0,
      possibleAssets: 0,
      otherLabels: [],
      recordsLeftOut: [],
    })
  })
})

test('what isn’t for work is neither counted nor left out', () => {
  const others = [{}, { isAsset: true }, { mayBeAsset: true }, { label: null }, { label: 'D10' as const }]
  const expenses = others.map((changes) => receipt({ claimableCents: 0, ...changes }))
  expect(prefillAmounts([receipt(), ...expenses], [])).toEqual(prefillAmounts([receipt()], []))
})

test('an asset claimed over several years is left out and counted apart', () => {
  const asset = receipt({ isAsset: true, claimableCents: 2400_00 })
  expect(prefillAmounts([receipt(), asset], [])).toEqual({
    amounts: [{ item: 'workRelated', cents: 52_00, source: 'From 1 receipt.' }],
    leftOut: 0,
    assets: 1,
    possibleAssets: 0,
    otherLabels: [],
    recordsLeftOut: [],
  })
})

test('expenses without a receipt count too, and say what they are', () => {
  const expense = receipt({ category: null })
  expect(prefillAmounts([receipt(), expense, { ...expense, label: null }], [])).toEqual({
    amounts: [
      { item: 'workRelated', cents: 104_00, source: 'From 1 receipt and 1 expense without a receipt.' },
    ],
    leftOut: 1,
    assets: 0,
    possibleAssets: 0,
    otherLabels: [],
    recordsLeftOut: [],
  })
})

test('amounts add up, in the order of the form', () => {
  const receipts = [
    receipt(),
    receipt({ label: 'D1', supplier: 'BP' }),
    receipt(),
    receipt({ label: 'D1', supplier: 'Shell' }),
  ]
  expect(prefillAmounts(receipts, []).amounts).toEqual([
    { item: 'weeklyFuelExpenses', cents: 2_00, source: 'From 2 receipts: $104.00 over 52 weeks.' },
    { item: 'workRelated', cents: 104_00, source: 'From 2 receipts.' },
  ])
})

describe('records', () => {
  const car = { label: 'D1', subject: 'Mazda 3', choice: 'car:mazda' } as const

  test('are added to their questions', () => {
    const records = [claim('workFromHome'), claim('laundry', { subject: 'Laundry', claimableCents: 30_00 })]
    expect(prefillAmounts([receipt()], records).amounts).toEqual([
      { item: 'clothingAndLaundry', cents: 30_00, source: 'From your laundry loads.' },
      { item: 'workRelated', cents: 1252_00, source: 'From 1 receipt and your hours working from home.' },
    ])
  })

  test('that add up to nothing, such as those of a sold car, fill in nothing', () => {
    expect(prefillAmounts([], [claim('carLogbook', { ...car, claimableCents: 0 })])).toMatchObject({
      amounts: [],
      recordsLeftOut: [],
    })
  })

  test('of a business belong to no question, but stand in for receipts, too', () => {
    const hours = claim('workFromHome', { label: 'business' })
    const receipts = [receipt({ supplier: 'Telstra' })]
    expect(prefillAmounts(receipts, [hours, { ...hours, claimableCents: null }])).toMatchObject({
      amounts: [],
      recordsLeftOut: [],
    })
  })

  test('that cover costs stand in for their receipts', () => {
    const receipts = [receipt({ label: 'D1', supplier: 'BP' }), receipt({ supplier: 'Telstra' })]
    const records = [claim('carTrips', car), claim('workFromHome')]
    expect(prefillAmounts(receipts, records).amounts).toEqual([
      {
        item: 'workRelated',
        cents: 2400_00,
        source: 'From your trips in the Mazda 3 and your hours working from home.',
      },
    ])
  })

  test.each<[Service, string[], number]>([
    ['phone', ['Telstra mobile', 'Optus'], 2],
    ['internet', ['Telstra NBN', 'Optus', 'iiNet'], 1],
  ])('of a %s diary stand in for its bills, not those of the other service', (service, covered, left) => {
    const bills = ['Telstra mobile', 'Telstra NBN', 'Optus', 'iiNet'].map((supplier) => receipt({ supplier }))
    const diary = claim('phoneAndInternet', { _id: claimIdOfDiary(service), subject: 'Phone' })
    expect(prefillAmounts(bills, [diary]).amounts[0]!.source).toContain(
      `From ${left === 1 ? '1 receipt' : '2 receipts'} and your phone diary`,
    )
    const isCovered = isCoveredBy([diary])
    expect(bills.filter(isCovered).map(({ supplier }) => supplier)).toEqual(covered)
  })

  test('that weren’t chosen or have no figure don’t count, and are named with what they wait for', () => {
    const note = 'We don’t know the rate for 2026–27 yet.'
    const open = { choice: 'home', isChosen: false }
    const records = [
      claim('workFromHome', open),
      claim('phoneAndInternet', { ...open, _id: 'phone', subject: 'Phone' }),
      claim('phoneAndInternet', { ...open, _id: 'internet', subject: 'Internet' }),
      claim('carTrips', { ...car, claimableCents: null, note }),
      claim('carTrips', { _id: 'ute', subject: 'Ute', label: 'D2', claimableCents: null }),
    ]
    expect(prefillAmounts([], records)).toEqual({
      amounts: [],
      leftOut: 0,
      assets: 0,
      possibleAssets: 0,
      otherLabels: [],
      recordsLeftOut: [
        { subject: 'Working from home, Phone, Internet', reason: 'Choose a method.' },
        { subject: 'Mazda 3', reason: note },
      ],
    })
  })
})
