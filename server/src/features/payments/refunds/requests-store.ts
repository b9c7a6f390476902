import type { Insertable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { RefundRequests } from '#platform/database/row-types.ts'

/** @returns whether it hadn't been requested yet. */
export async function addRequest(db: Db, request: Insertable<RefundRequests>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('refundRequests')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether a refund of one of these payments was requested since then, and no event has confirmed it. */
export async function hasUnconfirmedRequest(
  db: Db,
  paymentIds: readonly string[],
  since: Date,
): Promise<boolean> {
  const request = await db
    .selectFrom('refundRequests')
    .innerJoin('payments', 'payments.id', 'refundRequests.paymentId')
    .select('paymentId')
    .where('paymentId', '=', (eb) => eb.fn.any(eb.val([...paymentIds])))
    .whereRef('refundRequests.refundedCents', '=', 'payments.refundedCents')
    .where('requestedAt', '>', since)
    .executeTakeFirst()
  return request !== undefined
}

/** The requested refunds of these payments that no event has confirmed. */
export function listUnconfirmed(
  db: Db,
  paymentIds: readonly string[],
): Promise<{ paymentId: string; amountCents: number; requestedAt: Date }[]> {
  return db
    .selectFrom('refundRequests')
    .innerJoin('payments', 'payments.id', 'refundRequests.paymentId')
    .select(['paymentId', 'refundRequests.amountCents', 'requestedAt'])
    .where('paymentId', '=', (eb) => eb.fn.any(eb.val([...paymentIds])))
    .whereRef('refundRequests.refundedCents', '=', 'payments.refundedCents')
    .execute()
}

/** Whether a refund is still requested. */
export async function hasRequest(
  db: Db,
  { paymentId, refundedCents, amountCents }: Omit<Insertable<RefundRequests>, 'requestedAt'>,
): Promise<boolean> {
  const request = await db
    .selectFrom('refundRequests')
    .select('paymentId')
    .where('paymentId', '=', paymentId)
    .where('refundedCents', '=', refundedCents)
    .where('amountCents', '=', amountCents)
    .executeTakeFirst()
  return request !== undefined
}

/** @returns whether it had been requested. */
export async function removeRequest(
  db: Db,
  { paymentId, refundedCents, amountCents }: Omit<Insertable<RefundRequests>, 'requestedAt'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('refundRequests')
    .where('paymentId', '=', paymentId)
    .where('refundedCents', '=', refundedCents)
    .where('amountCents', '=', amountCents)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function removeRequests(db: Db, paymentId: string): Promise<void> {
  await db.deleteFrom('refundRequests').where('paymentId', '=', paymentId).execute()
}
