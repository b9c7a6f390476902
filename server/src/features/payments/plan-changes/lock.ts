import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Keeps refunds of a subscription's payments from being requested until the transaction ends. Changes don't wait for each other. */
export async function lockForChange(db: Db, subscription: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(subscription)}, 0))`.execute(db)
}

/**
 * Makes changes of a subscription's plan wait until the transaction ends.
 * @returns false if one is being made.
 */
export async function lockForRefund(db: Db, subscription: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${keyOf(subscription)}, 0)) as "isFree"`.execute(db)
  return rows[0]!.isFree
}

function keyOf(subscription: string): string {
  return `plan change ${subscription}`
}
