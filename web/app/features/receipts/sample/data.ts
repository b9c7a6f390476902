import { DAY_MS } from '@docketbox/contract/core/units'
import type { Receipt, ReceiptSummary } from '@docketbox/contract/receipts/schemas'
import { categoryPresets } from '#features/categories'
import { isoDay } from '#platform/format/dates.ts'

const samples = [
  { preset: 0, description: 'Unleaded for the week', supplier: 'Sample Fuel', totalCents: 6_840 },
  { preset: 3, description: 'Overtime dinner', supplier: 'Sample Noodle Bar', totalCents: 2_350 },
  { preset: 1, description: 'Parking at the client', supplier: 'Sample Car Park', totalCents: 1_800 },
  { preset: 4, description: 'First aid course', supplier: 'Sample Training', totalCents: 14_500 },
  { preset: 5, description: 'Steel cap boots', supplier: 'Sample Workwear', totalCents: 18_995 },
]
const yearTotals = [
  { receipts: 21, totalCents: 138_260 },
  { receipts: 12, totalCents: 24_115 },
  { receipts: 3, totalCents: 68_400 },
  { receipts: 9, totalCents: 20_745 },
  { receipts: 2, totalCents: 43_500 },
  { receipts: 4, totalCents: 31_280 },
]

/** Made-up totals by category name. */
export function sampleTotals(incomeYear: string): ReceiptSummary['totals'] {
  return categoryPresets.map(({ name }, index) => ({
    category: name,
    incomeYear,
    ...yearTotals[index]!,
    claimableCents: yearTotals[index]!.totalCents,
  }))
}

/** Made-up receipts of the last days. */
export function sampleReceipts(incomeYear: string, now: Date = new Date()): Receipt[] {
  return samples.map(({ preset, description, supplier, totalCents }, index) => {
    const createdAt = new Date(now.getTime() - index * DAY_MS).toISOString()
    const _id = `sample-${index}`
    return {
      _id,
      category: categoryPresets[preset]!.name,
      description,
      createdAt,
      updatedAt: createdAt,
      deletedAt: null,
      capturedOn: isoDay(new Date(createdAt)),
      incomeYear,
      file: [
        {
          _id,
          uri: `file:${_id}`,
          title: 'Sample',
          type: 'application/pdf',
          size: 48_200,
          width: null,
          height: null,
          pages: 1,
          preview: 'none',
          description,
          version: 1,
        },
      ],
      facts: {
        supplier,
        supplierAbn: null,
        documentDate: null,
        paidDate: null,
        totalCents,
        gstCents: null,
        currency: 'AUD',
        audCents: null,
        workUsePercent: null,
        buyer: null,
        isReimbursed: null,
        note: null,
      },
      sources: {},
      suggestions: null,
      missing: [],
      label: { suggested: null, confirmed: null, questions: [] },
      lastClaimedYear: null,
      mayBeAsset: false,
      describedAt: createdAt,
      spentCents: totalCents,
      claimableCents: totalCents,
    }
  })
}
