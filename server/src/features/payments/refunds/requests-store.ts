import type { Insertable, Selectable } from 'kysely'
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

/** Whether a refund of one of these payments was requested since then and hasn't been confirmed by an event. */
export async function hasUnconfirmedRequest(
  db: Db,
  paymentIds: readonly string[],
  since: Date,
): Promise<boolean> {
  const request = await unconfirmed(db, paymentIds).where('requestedAt', '>', since).executeTakeFirst()
  return request !== undefined
}

export type UnconfirmedRequest = Pick<
  Selectable<RefundRequests>,
  'key' | 'paymentId' | 'amountCents' | 'requestedAt'
>

/** The requested refunds of these payments that no event has confirmed. */
export function listUnconfirmed(db: Db, paymentIds: readonly string[]): Promise<UnconfirmedRequest[]> {
  return unconfirmed(db, paymentIds).execute()
}

function unconfirmed(db: Db, paymentIds: readonly string[]) {
  return db
    .selectFrom('refundRequests')
    .select(['key', 'paymentId', 'amountCents', 'requestedAt'])
    .where('paymentId', '=', (eb) => eb.fn.any(eb.val([...paymentIds])))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('providerRefunds')
            .select('id')
            .whereRef('providerRefunds.requestKey', '=', 'refundRequests.key'),
        ),
      ),
    )
}

/** Whether a refund is still requested. */
export async function hasRequest(db: Db, key: string): Promise<boolean> {
  const request = await db
    .selectFrom('refundRequests')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst()
  return request !== undefined
}

/** @returns whether it had been requested. */
export async function removeRequest(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('refundRequests').where('key', '=', key).executeTakeFirst()
  return numDeletedRows === 1n
}
