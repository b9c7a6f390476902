import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { PaymentRow } from '../store.ts'

/** The payments for months of a plan that users can still complete. */
export function listLiveOf(db: Db, planId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('planId', '=', planId)
    .where('isLive', '=', true)
    .execute()
}

/** The live payments created before a moment that come after another one, the oldest first. */
export function listAbandoned(
  db: Db,
  { before, after, limit }: { before: Date; after: PaymentRow | undefined; limit: number },
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('isLive', '=', true)
    .where('createdAt', '<', before)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after!.createdAt}, ${after!.id}::uuid)`),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** A user's months that are paid for, or being paid for in a way that can't be replaced. */
export async function listReservedMonths(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentMonths')
    .innerJoin('payments', 'payments.id', 'paymentMonths.paymentId')
    .select('paymentMonths.month')
    .where('paymentMonths.ownerId', '=', ownerId)
    .where('payments.isLive', '=', false)
    .execute()
  return rows.map(({ month }) => month)
}

/** Reserves months for a payment; returns those it has now, because they were free or already its own. */
export async function reserveMonths(
  db: Db,
  ownerId: string,
  paymentId: string,
  months: readonly string[],
): Promise<string[]> {
  if (months.length === 0) return []
  const rows = await db
    .insertInto('paymentMonths')
    .values(months.map((month) => ({ ownerId, paymentId, month })))
    .onConflict((conflict) =>
      conflict
        .columns(['ownerId', 'month'])
        .doUpdateSet({ paymentId })
        .where('paymentMonths.paymentId', '=', paymentId),
    )
    .returning('month')
    .execute()
  return rows.map(({ month }) => month)
}

export async function releaseMonths(db: Db, paymentId: string): Promise<void> {
  await db.deleteFrom('paymentMonths').where('paymentId', '=', paymentId).execute()
}
