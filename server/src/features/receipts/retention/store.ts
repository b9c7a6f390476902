import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** The year from which the retention of a receipt counts, by the year it ends in. */
const retentionYear = sql`greatest(income_year, last_claimed_year)`

/** The years from which the retention of some receipts counts. */
export async function yearsOfReceipts(db: Db, ownerId: string, ids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`select distinct ${retentionYear} as year from receipts
    where owner_id = ${ownerId} and id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ year }) => year)
}

/** The years from which the retention of the receipts in the bin counts. */
export async function yearsInBin(db: Db, ownerId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`select distinct ${retentionYear} as year from receipts
    where owner_id = ${ownerId} and deleted_at is not null`.execute(db)
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
