import type { LodgedReturn } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type Year = { ownerId: string; incomeYear: number; lodgement: LodgedReturn }
type ChangedReceipts = { edited: number; removed: number }

/**
 * How many receipts that a return may claim have changed what they add to it since it was lodged or last amended: edited, or
 * removed from the year by being deleted or moved. None if all of them together add the same, as after merging duplicates of
 * which only one had an amount.
 */
export async function countChangedReceipts(db: Db, year: Year): Promise<ChangedReceipts> {
  const { rows } = await sql<ChangedReceipts>`with ${changedReceipts(year)}
    select count(*) filter (where not is_gone)::int as edited, count(*) filter (where is_gone)::int as removed
    from changed where exists (
      select from (
        select claimed_as, -claimable_cents as cents from changed
        union all select claimed_now, cents_now from changed
      ) parts
      where claimed_as is not null group by claimed_as having sum(cents) <> 0)`.execute(db)
  return rows[0]!
}

/** What's claimed for the year's receipts now and was before their first change after the return. */
function changedReceipts({ ownerId, incomeYear, lodgement }: Year): RawBuilder<unknown> {
  const lodgedOn = lodgement.amendedOn ?? lodgement.lodgedOn
  return sql`before as (
    select distinct on (receipt_id) receipt_id, claimed_as, claimable_cents from receipts_before_changes
    where owner_id = ${ownerId} and income_year = ${incomeYear}
      and changed_on > ${lodgedOn} and in_year_since <= ${lodgedOn}
    order by receipt_id, changed_on
  ), compared as (
    select before.*, claimed_as(r) as claimed_now, r.claimable_cents as cents_now,
      r.id is null or r.deleted_at is not null as is_gone
    from before
    left join receipts r on r.owner_id = ${ownerId} and r.id = before.receipt_id and r.income_year = ${incomeYear}
  ), changed as (
    select * from compared where claimed_as is distinct from claimed_now
      or claimed_now is not null and claimable_cents <> cents_now
  )`
}
