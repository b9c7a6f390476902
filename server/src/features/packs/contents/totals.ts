import type { DeductionLabel } from '@docketbox/contract'
import { gstAudCents, labelOf, type PackRow } from './row.ts'

export type Total = { receipts: number; spentCents: number; claimableCents: number; gstCents: number }
/** A row that lacks details of evidence, with what the summary says of it. */
export type MissingRow = Pick<PackRow, 'incurredOn' | 'supplier' | 'description' | 'missing'> & {
  cents: number | null
}

export type Totals = Readonly<{
  all: Total
  complete: number
  /** Receipts whose total isn't known in Australian dollars, which no sum has. */
  withoutAmount: number
  /** Receipts by the label that counts; null for those not sorted yet. */
  byLabel: ReadonlyMap<DeductionLabel | null, Total>
  byCategory: ReadonlyMap<string, Total>
  /** Evidence without a receipt, which counts separately. */
  withoutReceipt: Total
  missing: number
  /** The most valuable of them. */
  mostMissing: readonly MissingRow[]
}>

/** As many as the summary lists; the workbook has all of them. */
const MAX_MISSING = 60

/** Adds up rows as they pass. */
export async function addUp(rows: AsyncIterable<readonly PackRow[]>): Promise<Totals> {
  const all = nothing()
  const withoutReceipt = nothing()
  const byLabel = new Map<DeductionLabel | null, Total>()
  const byCategory = new Map<string, Total>()
  let [complete, withoutAmount, missing] = [0, 0, 0]
  let mostMissing: MissingRow[] = []
  for await (const batch of rows) {
    for (const row of batch) {
      if (row.evidenceType !== 'receipt') {
        add(withoutReceipt, row)
        continue
      }
      add(all, row)
      add(totalIn(byLabel, labelOf(row)), row)
      add(totalIn(byCategory, row.category), row)
      if (row.spentCents === null) withoutAmount++
      if (row.missing.length === 0) complete++
    }
    const incomplete = batch.filter((row) => row.missing.length > 0)
    missing += incomplete.length
    mostMissing = [...mostMissing, ...incomplete.map(missingRow)]
      .toSorted((a, b) => (b.cents ?? -1) - (a.cents ?? -1))
      .slice(0, MAX_MISSING)
  }
  return { all, complete, withoutAmount, byLabel, byCategory, withoutReceipt, missing, mostMissing }
}

function nothing(): Total {
  return { receipts: 0, spentCents: 0, claimableCents: 0, gstCents: 0 }
}

function totalIn<Key>(totals: Map<Key, Total>, key: Key): Total {
  const total = totals.get(key) ?? nothing()
  totals.set(key, total)
  return total
}

function add(total: Total, row: PackRow): void {
  total.receipts++
  total.spentCents += row.spentCents ?? 0
  total.claimableCents += row.claimableCents ?? 0
  total.gstCents += gstAudCents(row) ?? 0
}

function missingRow(row: PackRow): MissingRow {
  const { incurredOn, supplier, description, missing } = row
  return { incurredOn, supplier, description, missing, cents: row.spentCents }
}
