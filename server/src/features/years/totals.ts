import type { Detail, ReceiptTotals, YearSummary } from '@docketbox/contract'
import type { YearReceipt } from './receipts-store.ts'

/** A receipt with the details its evidence lacks. */
export type CheckedReceipt = YearReceipt & { missing: readonly Detail[] }

/** What receipts add up to. */
export function addUp(receipts: readonly CheckedReceipt[]): ReceiptTotals {
  const totals = {
    receipts: receipts.length,
    spentCents: 0,
    claimableCents: 0,
    gstCents: 0,
    complete: 0,
    incomplete: 0,
    withoutAmount: 0,
  }
  for (const { spentCents, claimableCents, gstCents, currency, missing } of receipts) {
    if (spentCents === null) totals.withoutAmount++
    totals.spentCents += spentCents ?? 0
    totals.claimableCents += claimableCents ?? 0
    if (currency === 'AUD') totals.gstCents += gstCents ?? 0
    if (missing.length === 0) totals.complete++
    else totals.incomplete++
  }
  return totals
}

/** What receipts add up to by one of their values, the greatest amount first. */
export function addUpBy<Key>(
  receipts: readonly CheckedReceipt[],
  keyOf: (receipt: CheckedReceipt) => Key,
): (ReceiptTotals & { key: Key })[] {
  return [...Map.groupBy(receipts, keyOf)]
    .map(([key, group]) => ({ key, ...addUp(group) }))
    .toSorted((one, other) => other.spentCents - one.spentCents || other.receipts - one.receipts)
}

/** What receipts add up to by month, the first one first. */
export function addUpByMonth(receipts: readonly CheckedReceipt[]): YearSummary['months'] {
  return [...Map.groupBy(receipts, (receipt) => dayIncurred(receipt).slice(0, 7))]
    .map(([month, group]) => ({
      month,
      receipts: group.length,
      totalCents: group.reduce((sum, { spentCents }) => sum + (spentCents ?? 0), 0),
    }))
    .toSorted((one, other) => one.month.localeCompare(other.month))
}

/** The day that decides the income year (decision 18). */
function dayIncurred({ paidDate, documentDate, capturedOn }: YearReceipt): string {
  return paidDate ?? documentDate ?? capturedOn
}
