import type { DeductionLabel, FactSources, LabelAnswers, ReceiptFacts } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { inYearSince } from './totals/changed-receipts.ts'

/** The columns of a receipt that the page of a year needs. */
export type YearReceipt = Omit<ReceiptFacts, 'audCents' | 'workUsePercent' | 'note'> & {
  id: string
  categoryId: string
  label: DeductionLabel | null
  isLabelConfirmed: boolean
  description: string
  describedBy: FactSources['description'] | null
  capturedOn: string
  createdAt: Date
  /** When it was moved here from another year; null if it wasn't, or was in this year's return before it left. */
  inYearSince: Date | null
  /** In Australian dollars. */
  spentCents: number | null
  claimableCents: number | null
  labelAnswers: LabelAnswers
  /** Whether it's an asset that's still claimed in a later year. */
  isAsset: boolean
}

export async function listReceiptsOfYear(
  db: Db,
  ownerId: string,
  incomeYear: number,
): Promise<YearReceipt[]> {
  // Without the plugin, which takes longer than the query for a year with thousands of receipts.
  const { rows } = await sql<YearReceipt>`
    select id, category_id as "categoryId", coalesce(label_confirmed, label_suggested) as label,
      label_confirmed is not null as "isLabelConfirmed", description,
      sources->>'description' as "describedBy", supplier, supplier_abn as "supplierAbn",
      document_date as "documentDate", paid_date as "paidDate", total_cents as "totalCents",
      gst_cents as "gstCents", buyer, currency, is_reimbursed as "isReimbursed", captured_on as "capturedOn", created_at as "createdAt",
      ${inYearSince(ownerId)} as "inYearSince", spent_cents as "spentCents", claimable_cents as "claimableCents", label_answers as "labelAnswers",
      coalesce(last_claimed_year > income_year, false) as "isAsset"
    from receipts where owner_id = ${ownerId} and income_year = ${incomeYear} and deleted_at is null`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** A receipt of an earlier year for an asset that's still claimed. */
export type EarlierReceipt = Pick<
  YearReceipt,
  'id' | 'categoryId' | 'description' | 'supplier' | 'spentCents' | 'label' | 'labelAnswers'
> & {
  /** The day that decided its income year. */
  day: string
  incomeYear: number
  workUsePercent: number
  lastClaimedYear: number
}

/** Whether a receipt is for an asset of an earlier year that's still claimed in an income year. */
export function isStillClaimedIn(incomeYear: number | RawBuilder<number>): RawBuilder<boolean> {
  return sql`(income_year < ${incomeYear} and last_claimed_year >= ${incomeYear} and deleted_at is null
    and is_reimbursed is distinct from true and claimable_cents is distinct from 0
    and coalesce(label_confirmed, label_suggested) is distinct from 'private')`
}

/** Receipts for assets from earlier years that are still claimed in an income year, the oldest first. */
export async function listEarlierReceipts(
  db: Db,
  ownerId: string,
  incomeYear: number,
): Promise<EarlierReceipt[]> {
  const { rows } = await sql<EarlierReceipt>`
    select id, category_id, description, supplier, spent_cents, label_answers, coalesce(label_confirmed, label_suggested) as label,
      coalesce(paid_date, document_date, captured_on) as day, income_year,
      coalesce(work_use_percent, 100) as work_use_percent, last_claimed_year
    from receipts
    where owner_id = ${ownerId} and ${isStillClaimedIn(incomeYear)}
    order by day, id`.execute(db)
  return rows
}

type SpentByCategory = { categoryId: string; receipts: number; spentCents: number; toDateCents: number }

/**
 * What the receipts of an income year add up to, by category.
 * @param until the last day that counts for `toDateCents`.
 */
export async function spentByCategory(
  db: Db,
  ownerId: string,
  incomeYear: number,
  until: string,
): Promise<SpentByCategory[]> {
  const { rows } = await sql<SpentByCategory>`
    select category_id, count(*)::int as receipts, coalesce(sum(spent_cents), 0)::bigint as spent_cents,
      coalesce(sum(spent_cents) filter (where coalesce(paid_date, document_date, captured_on) <= ${until}), 0)::bigint
        as to_date_cents
    from receipts where owner_id = ${ownerId} and income_year = ${incomeYear} and deleted_at is null
    group by category_id`.execute(db)
  return rows
}
