import { MAX_LENGTH } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { factsOfEdit, fillFacts } from './fill-facts.ts'

type Facts = Parameters<typeof fillFacts>[0]
const nothing: Facts = {
  supplier: null,
  supplierAbn: null,
  documentDate: null,
  paidDate: null,
  totalCents: null,
  audCents: null,
  gstCents: null,
  workUsePercent: null,
  buyer: null,
  isReimbursed: null,
  note: null,
  currency: 'AUD',
  description: 'Fuel',
  sources: { description: 'typed' },
  suggestions: null,
  labelConfirmed: null,
  labelAnswers: {},
  lastClaimedYear: null,
}
const filled = (receipt: Partial<Facts>, other: Partial<Facts>) => {
  const change = fillFacts({ ...nothing, ...receipt }, { ...nothing, ...other })
  return {
    ...change,
    sources: JSON.parse(change.sources) as object,
    suggestions: change.suggestions && (JSON.parse(change.suggestions) as object),
    labelAnswers: JSON.parse(change.labelAnswers) as object,
  }
}
const alwaysSet = ['sources', 'suggestions', 'labelConfirmed', 'labelAnswers', 'lastClaimedYear']
const typed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'typed']))

test.each<[string, Partial<Facts>, Partial<Facts>, object]>([
  [
    'what it says stays',
    { supplier: 'Shell', sources: typed('supplier') },
    { supplier: 'Ampol', sources: typed('supplier') },
    { sources: { supplier: 'typed' } },
  ],
  [
    'what it doesn’t say is filled in, with where that comes from',
    {},
    { supplier: 'Ampol', note: 'With Mia', sources: { supplier: 'read', note: 'typed' } },
    { supplier: 'Ampol', note: 'With Mia', sources: { supplier: 'read', note: 'typed' } },
  ],
  [
    'what was cleared stays empty',
    { sources: typed('note') },
    { note: 'With Mia', sources: typed('note') },
    {},
  ],
  [
    'what was read counts as confirmed',
    { totalCents: 6_820, sources: { totalCents: 'read' } },
    {},
    { sources: { totalCents: 'confirmed' } },
  ],
  [
    'so does a description that was read',
    { sources: { description: 'read' } },
    { description: 'Parking', sources: { description: 'read' } },
    { sources: { description: 'confirmed' } },
  ],
  [
    'GST that can’t be part of the total is left out',
    { totalCents: 1_100, sources: typed('totalCents') },
    { totalCents: 6_820, gstCents: 620, sources: typed('totalCents', 'gstCents') },
    {},
  ],
  [
    'GST that can be is filled in',
    { totalCents: 6_820, sources: typed('totalCents') },
    { gstCents: 620, sources: typed('gstCents') },
    { gstCents: 620 },
  ],
  [
    'amounts of another currency are left out',
    { totalCents: 10_400, sources: typed('totalCents') },
    { totalCents: 6_820, gstCents: 620, audCents: 10_400, currency: 'USD' },
    {},
  ],
  [
    'amounts of another currency are filled in with it if it says none',
    {},
    {
      totalCents: 6_820,
      audCents: 10_400,
      currency: 'USD',
      sources: typed('totalCents', 'audCents', 'currency'),
    },
    {
      currency: 'USD',
      totalCents: 6_820,
      audCents: 10_400,
      sources: typed('totalCents', 'audCents', 'currency'),
    },
  ],
  [
    'amounts of another currency are left out if its own was cleared',
    { sources: typed('totalCents') },
    { totalCents: 6_820, audCents: 10_400, currency: 'USD' },
    {},
  ],
  [
    'what a foreign amount came to in Australian dollars is filled in',
    { currency: 'USD', totalCents: 6_820, sources: typed('totalCents') },
    { currency: 'USD', totalCents: 6_820, audCents: 10_400, sources: typed('totalCents', 'audCents') },
    { audCents: 10_400, sources: typed('totalCents', 'audCents') },
  ],
  [
    'what another foreign amount came to is left out',
    { currency: 'USD', totalCents: 6_800, sources: typed('totalCents') },
    { currency: 'USD', totalCents: 6_820, audCents: 10_400, sources: typed('totalCents', 'audCents') },
    {},
  ],
  [
    'the confirmed label, the answers and an asset’s last year are filled in',
    { labelAnswers: { course: 'current' } },
    { labelConfirmed: 'D4', labelAnswers: { course: 'new', paidBack: 'no' }, lastClaimedYear: 2028 },
    { labelConfirmed: 'D4', labelAnswers: { course: 'current', paidBack: 'no' }, lastClaimedYear: 2028 },
  ],
  [
    'its own label and last year stay',
    { labelConfirmed: 'private', lastClaimedYear: 2026 },
    { labelConfirmed: 'D4', lastClaimedYear: 2028 },
    { labelConfirmed: 'private', lastClaimedYear: 2026 },
  ],
  [
    'a suggestion goes once there’s a value',
    { suggestions: { supplier: 'Shel', totalCents: 6_820 } },
    { supplier: 'Shell', sources: typed('supplier') },
    { supplier: 'Shell', suggestions: { totalCents: 6_820 } },
  ],
  [
    'a description that was only filled in gives way',
    { sources: { description: 'default' } },
    { description: 'Client visit' },
    { description: 'Client visit', sources: { description: 'typed' } },
  ],
  [
    'descriptions and notes of both stay',
    { description: 'Diesel', note: 'For job 17', sources: { description: 'read', note: 'typed' } },
    { description: 'Ute', note: '40% is ours', sources: { description: 'typed', note: 'typed' } },
    { note: 'For job 17\n40% is ours', description: 'Diesel\nUte', sources: { description: 'confirmed' } },
  ],
  [
    'descriptions and notes that it has stay as they are',
    { description: 'Diesel\nUte', note: 'For job 17' },
    { description: 'Ute', note: 'For job 17', sources: { description: 'typed' } },
    {},
  ],
  [
    'a description that was only read, and a note that’s too long, aren’t added',
    { description: 'Diesel', note: 'a'.repeat(MAX_LENGTH.note) },
    { description: 'Shell', note: 'b', sources: { description: 'read' } },
    {},
  ],
])('merging: %s', (_, receipt, other, expected) => {
  const change = filled(receipt, other)
  expect(change).toMatchObject(expected)
  const isFact = (name: string) => !alwaysSet.includes(name)
  expect(Object.keys(change).filter(isFact).toSorted()).toEqual(
    Object.keys(expected).filter(isFact).toSorted(),
  )
})

test('what was typed about an upload counts if it’s an amount and a day that isn’t in the future', () => {
  const today = '2026-11-22'
  expect(factsOfEdit({ supplier: ' Shell ', total: '$68.20', date: '2026-03-03' }, today)).toMatchObject({
    supplier: 'Shell',
    totalCents: 6_820,
    documentDate: '2026-03-03',
    sources: { description: 'default' },
  })
  expect(factsOfEdit({ supplier: '', total: 'about 70', date: '2026-11-23' }, today)).toMatchObject({
    supplier: null,
    totalCents: null,
    documentDate: null,
  })
})
