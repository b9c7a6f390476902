import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { CreditRefunds } from '#platform/database/row-types.ts'

export type CreditRefund = Selectable<CreditRefunds>
/** The share of a refund that one payment bears. */
export type Part = { paymentId: string; amountCents: number }

/**
 * Adds a refund of credit.
 * @returns whether it's new; otherwise the one that was requested at the same balance.
 */
export async function insertRefund(
  db: Db,
  refund: Insertable<CreditRefunds>,
  parts: readonly Part[],
): Promise<{ isNew: boolean; refund: CreditRefund }> {
  const inserted = await db
    .insertInto('creditRefunds')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!inserted) {
    const earlier = await db
      .selectFrom('creditRefunds')
      .selectAll()
      .where('customerId', '=', refund.customerId)
      .where('afterTransaction', '=', refund.afterTransaction)
      .executeTakeFirstOrThrow()
    return { isNew: false, refund: earlier }
  }
  await db
    .insertInto('creditRefundParts')
    .values(parts.map((part) => ({ ...part, refundId: inserted.id })))
    .execute()
  return { isNew: true, refund: inserted }
}

export function findRefund(db: Db, id: string): Promise<CreditRefund | undefined> {
  return db.selectFrom('creditRefunds').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The payments of a refund with their intents, in a fixed order. */
export function listParts(db: Db, refundId: string): Promise<(Part & { providerIntentId: string | null })[]> {
  return db
    .selectFrom('creditRefundParts')
    .innerJoin('payments', 'payments.id', 'creditRefundParts.paymentId')
    .select(['paymentId', 'creditRefundParts.amountCents', 'providerIntentId'])
    .where('refundId', '=', refundId)
    .orderBy('paymentId')
    .execute()
}

/**
 * @param refundedCents how much was refunded; 0 if Stripe refused all of it.
 * @returns false if it was settled before.
 */
export async function settleRefund(db: Db, id: string, refundedCents: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('creditRefunds')
    .set(refundedCents > 0 ? { state: 'done', amountCents: refundedCents } : { state: 'refused' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A user's refunds of credit that aren't settled, in cents. */
export async function sumOpen(db: Db, ownerId: string): Promise<number> {
  const { cents } = await sumOf(db, ownerId).where('state', '=', 'open').executeTakeFirstOrThrow()
  return Number(cents)
}

/** How much of a user's credit was refunded since a moment, in cents. */
export async function sumRefundedSince(db: Db, ownerId: string | null, since: Date): Promise<number> {
  const { cents } = await sumOf(db, ownerId)
    .where('requestedAt', '>=', since)
    .where('state', '<>', 'refused')
    .executeTakeFirstOrThrow()
  return Number(cents)
}

function sumOf(db: Db, ownerId: string | null) {
  return db
    .selectFrom('creditRefunds')
    .select(({ fn }) => fn.sum<number | null>('amountCents').as('cents'))
    .where('ownerId', '=', ownerId)
}

/** Refunds that stopped halfway, because the process or Stripe did. */
export function listStuck(db: Db, before: Date): Promise<Pick<CreditRefund, 'id' | 'ownerId'>[]> {
  return db
    .selectFrom('creditRefunds')
    .select(['id', 'ownerId'])
    .where('state', '=', 'open')
    .where('requestedAt', '<', before)
    .orderBy('requestedAt')
    .limit(100)
    .execute()
}
