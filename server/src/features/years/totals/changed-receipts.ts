import { endingOf } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type ChangedReceipts = { edited: number; removed: number; inBin: number }
/** All receipts, or those of a year, or one. */
type Selection = { incomeYear?: string | undefined; receiptId?: string | undefined }

/**
 * How many receipts of a lodged return had their claim edited since it was lodged or last amended, and how many were removed from
 * the year: deleted, and perhaps still in the bin, or moved. None if together they add the same to the return as before, as after
 * merging duplicates of which only one had an amount.
 */
export async function countChangedReceipts(
  db: Db,
  ownerId: string,
  incomeYear: string,
): Promise<ChangedReceipts> {
  const { rows } = await sql<ChangedReceipts>`with changed as (${changedReceipts(ownerId, { incomeYear })})
    select count(*) filter (where not is_gone)::int as edited, count(*) filter (where is_gone)::int as removed,
      count(*) filter (where is_in_bin)::int as in_bin
    from changed where exists (
      select from (
        select claimed_as, -claimable_cents as cents from changed
        union all select claimed_now, cents_now from changed
      ) parts
      where claimed_as is not null group by claimed_as having sum(cents) <> 0)`.execute(db)
  return rows[0]!
}

/** Whether a receipt's claim has changed since the return of its year was lodged or last amended. */
export async function hasChangedSinceLodged(db: Db, ownerId: string, receiptId: string): Promise<boolean> {
  const { rows } = await sql`${editedSinceLodged(ownerId, { receiptId })}`.execute(db)
  return rows.length > 0
}

/** When a receipt moved to its income year; null if it was always there, or was in the year's return before it left. */
export async function findInYearSince(db: Db, ownerId: string, receiptId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select ${inYearSince(ownerId)} as at
    from receipts where owner_id = ${ownerId} and id = ${receiptId}`.execute(db)
  return rows[0]?.at ?? null
}

/** Selects when receipts moved to their income year; null for those that were always there, or in its return before they left. */
export function inYearSince(ownerId: string): RawBuilder<Date | null> {
  return sql`case when in_year_since is not null and not exists (
    select from ${changesSinceLodged}
    where y.owner_id = ${ownerId} and b.income_year = receipts.income_year and b.receipt_id = receipts.id
  ) then in_year_since end`
}

/** Selects the IDs of receipts that are still in their year and whose claim has changed since its return. */
export function editedSinceLodged(ownerId: string, selection: Selection): RawBuilder<unknown> {
  return sql`select receipt_id from (${changedReceipts(ownerId, selection)}) changed where not is_gone`
}

/** A label that we suggest for a receipt instead of another; null for none. */
type SuggestionChange = { id: string; current: string | null; label: string | null }

/**
 * Replaces labels in what receipts were claimed as by those that we suggest instead, which isn't a change by their owner.
 * @param changes of suggested labels, which only count for receipts without a confirmed one.
 */
export async function followSuggestedLabels(
  db: Db,
  ownerId: string,
  changes: readonly SuggestionChange[],
): Promise<void> {
  const ids = changes.map(({ id }) => id)
  const [before, after] = [changes.map(({ current }) => current), changes.map(({ label }) => label)]
  await sql`update receipts_before_changes b set
      claimed_as = case when label <> 'private' then label || coalesce(substr(b.claimed_as, length(current) + 1), '') end
    from (
      select id, coalesce(input.current, category_id::text) as current, coalesce(input.label, category_id::text) as label
      from unnest(${ids}::uuid[], ${before}::text[], ${after}::text[]) as input (id, current, label)
      join receipts using (id)
      where owner_id = ${ownerId} and label_confirmed is null
    ) change
    where b.owner_id = ${ownerId} and b.receipt_id = change.id
      and (b.claimed_as = current or starts_with(b.claimed_as, current || ' until ')
        or current = 'private' and b.claimed_as is null and b.claimable_cents <> 0)`.execute(db)
}

const lodgedOn = sql`coalesce(y.amended_on, y.lodged_on)`
/** What receipts of returns were before they changed, after the return was lodged or last amended. */
const changesSinceLodged = sql`income_years y
  join receipts_before_changes b on b.owner_id = y.owner_id and b.income_year = y.income_year
    and b.changed_on > ${lodgedOn} and b.in_year_since <= ${lodgedOn}`

/** What's claimed for receipts now, and was before their first change after the return of their year. */
function changedReceipts(ownerId: string, { incomeYear, receiptId }: Selection): RawBuilder<unknown> {
  return sql`select * from (
      select before.*, claimed_as(r) as claimed_now, r.claimable_cents as cents_now,
        r.id is null or r.deleted_at is not null as is_gone, r.deleted_at is not null as is_in_bin
      from (
        select distinct on (b.income_year, b.receipt_id) b.income_year, b.receipt_id, b.claimed_as, b.claimable_cents
        from ${changesSinceLodged}
        where y.owner_id = ${ownerId}
          ${incomeYear === undefined ? sql`` : sql`and y.income_year = ${endingOf(incomeYear)}`}
          ${receiptId === undefined ? sql`` : sql`and b.receipt_id = ${receiptId}`}
        order by b.income_year, b.receipt_id, b.changed_on
      ) before
      left join receipts r on r.owner_id = ${ownerId} and r.id = before.receipt_id and r.income_year = before.income_year
    ) compared
    where claimed_as is distinct from claimed_now or claimed_now is not null and claimable_cents <> cents_now`
}
