import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** The years that the retention of some receipts counts from, by the year they end in. */
export function yearsOfReceipts(db: Db, ownerId: string, ids: readonly string[]): Promise<number[]> {
  return retentionYears(db, ownerId, sql`id = any(${ids}::uuid[])`)
}

/** The years that the retention of the receipts in the bin counts from. */
export function yearsInBin(db: Db, ownerId: string): Promise<number[]> {
  return retentionYears(db, ownerId, sql`deleted_at is not null`)
}

/**
 * Of an asset that's the last year it's claimed in. An earlier one may need it for longer if it's disputed or its return was
 * lodged late.
 */
async function retentionYears(db: Db, ownerId: string, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    with claimed as (
      select distinct income_year as first, greatest(income_year, last_claimed_year) as last
      from receipts where owner_id = ${ownerId} and ${condition}
    )
    select last as year from claimed
    union select income_year from claimed join income_years on income_year >= first and income_year < last
    where owner_id = ${ownerId} and (is_disputed or lodged_on is not null)`.execute(db)
  return rows.map(({ year }) => year)
}

/**
 * Deletes receipts in the bin for good.
 * @param until those deleted later stay.
 * @returns the ids of the deleted ones.
 */
export async function deleteFromBin(
  db: Db,
  ownerId: string,
  { until, limit }: { until: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from receipts where owner_id = ${ownerId} and id in (
      select id from receipts where owner_id = ${ownerId} and deleted_at <= ${until}
      order by deleted_at limit ${limit} for update)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Expires the uploads of receipts that were deleted for good: no one can file them again, and they take up storage. */
export async function expireUploadsOf(
  db: Db,
  ownerId: string,
  receiptIds: string[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('drafts')
    .set({ expiresAt: at })
    .where('ownerId', '=', ownerId)
    .where('receiptId', 'in', receiptIds)
    .execute()
}
