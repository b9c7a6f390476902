import { expect, test } from 'vitest'
import { formatEvidence, isDescribedLate, missingDetails, wasInReturn } from './evidence.ts'

const complete = {
  supplier: 'Ampol',
  supplierAbn: null,
  documentDate: '2026-03-03',
  paidDate: null,
  totalCents: 5685,
  gstCents: null,
  currency: 'AUD',
  buyer: null,
  sources: { description: 'typed' as const },
  labelAnswers: {},
  label: 'business' as const,
  isLabelConfirmed: false,
}
const limit = (value: number) => ({
  value,
  status: 'law' as const,
  source: 'GST Act',
  verifiedOn: '2026-11-20',
})
const rules = { taxInvoiceCents: limit(82_50), buyerOnInvoiceCents: limit(1_000_00) }
const employee = { isGstRegistered: false, rules }
const invoice = { supplierAbn: '51824753556', gstCents: 90_90 }
const registered = { isGstRegistered: true, rules }

test.each([
  [{}, []],
  [{ supplier: null }, ['supplier']],
  [{ totalCents: null }, ['amount']],
  [{ totalCents: 0 }, []],
  [{ sources: { description: 'default' as const } }, ['description']],
  [{ sources: { description: 'read' as const } }, []],
  [{ sources: { description: 'typed' as const } }, []],
  [{ sources: {} }, []],
  [{ documentDate: null }, ['date']],
  [{ documentDate: null, paidDate: '2026-03-03' }, ['documentDate']],
  [{ supplier: null, totalCents: null, documentDate: null }, ['supplier', 'amount', 'date']],
  [{ totalCents: 1_000_00 }, []],
  [{ supplier: null, label: 'private' as const }, ['supplier']],
  [{ supplier: null, label: 'private' as const, isLabelConfirmed: true }, []],
])('a receipt with %j lacks %j', (changes, missing) => {
  expect(missingDetails({ ...complete, ...changes }, employee)).toEqual(missing)
})

test.each([
  ['at the limit', { totalCents: 82_50 }, []],
  ['above it', { totalCents: 82_51 }, ['supplierAbn', 'gst']],
  ['without an amount', { totalCents: null }, ['amount']],
  ['with an ABN', { totalCents: 90_00, supplierAbn: '51824753556' }, ['gst']],
  ['with both', { totalCents: 90_00, supplierAbn: '51824753556', gstCents: 0 }, []],
  ['for a job, until that’s confirmed', { label: 'D5' as const, totalCents: 82_51 }, ['supplierAbn', 'gst']],
  [
    'for a job, as they answered',
    { label: 'D5' as const, labelAnswers: { forWork: 'job' as const }, totalCents: 82_51 },
    [],
  ],
  ['for a job', { label: 'D5' as const, isLabelConfirmed: true, totalCents: 82_51 }, []],
  ['for income protection', { label: 'D15' as const, totalCents: 500_00 }, []],
  ['not sorted yet', { label: null, totalCents: 82_51 }, ['supplierAbn', 'gst']],
  ['from abroad', { totalCents: 1_900_00, currency: 'USD' }, []],
  ['below the buyer’s limit', { ...invoice, totalCents: 999_99 }, []],
  ['at the buyer’s limit', { ...invoice, totalCents: 1_000_00 }, ['buyer']],
  ['that names its buyer', { ...invoice, totalCents: 1_000_00, buyer: 'Ann Lee' }, []],
])('for owners registered for GST, a receipt %s lacks %j', (_, changes, missing) => {
  expect(missingDetails({ ...complete, ...changes }, registered)).toEqual(missing)
})

test('nothing is asked of a tax invoice in a year without a known limit', () => {
  const invoice = { ...complete, totalCents: 900_00 }
  expect(missingDetails(invoice, { isGstRegistered: true, rules: undefined })).toEqual([])
  expect(
    missingDetails(invoice, {
      isGstRegistered: true,
      rules: { taxInvoiceCents: null, buyerOnInvoiceCents: null },
    }),
  ).toEqual([])
  expect(missingDetails(invoice, { isGstRegistered: null, rules })).toEqual([])
})

test.each([
  [null, '2026-09-30', false],
  ['2026-10-01T02:00:00.000Z', null, false],
  // The last minute of the day of the lodgement in Perth.
  ['2026-09-30T15:59:00.000Z', '2026-09-30', false],
  ['2026-09-30T16:00:00.000Z', '2026-09-30', true],
])('a description written at %j and lodged on %j is late: %j', (describedAt, lodgedOn, isLate) => {
  expect(isDescribedLate(describedAt, lodgedOn)).toBe(isLate)
})

test.each<[string, string | null, object | null, boolean]>([
  ['2026-09-30T15:59:00.000Z', null, {}, true],
  ['2026-09-30T16:00:00.000Z', null, {}, false],
  ['2026-10-05T02:00:00.000Z', null, { amendedOn: '2026-10-05' }, true],
  ['2026-10-06T02:00:00.000Z', null, { amendedOn: '2026-10-05' }, false],
  ['2026-08-01T02:00:00.000Z', '2026-09-30T15:59:00.000Z', {}, true],
  ['2026-08-01T02:00:00.000Z', '2026-09-30T16:00:00.000Z', {}, false],
  ['2026-08-01T02:00:00.000Z', '2026-10-06T02:00:00.000Z', { amendedOn: '2026-10-05' }, false],
  ['2026-08-01T02:00:00.000Z', null, null, false],
])(
  'a receipt added at %j and moved to its year at %j was in a return lodged on 30 September, %j: %j',
  (createdAt, inYearSince, lodged, wasIn) => {
    const lodgement = lodged && { lodgedOn: '2026-09-30', via: 'myTax' as const, amendedOn: null, ...lodged }
    expect(wasInReturn({ createdAt, inYearSince }, lodgement)).toBe(wasIn)
    const dates = { createdAt: new Date(createdAt), inYearSince: inYearSince && new Date(inYearSince) }
    expect(wasInReturn(dates, lodgement)).toBe(wasIn)
  },
)

test('the status says what is missing', () => {
  expect(formatEvidence([])).toBe('Evidence complete')
  expect(formatEvidence(['supplier', 'date'])).toBe('To add: supplier, date')
})
