import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ProviderDisputes, ProviderRefunds } from '#platform/database/row-types.ts'
import type { IntentRow } from '../stripe-store.ts'

/** In the order in which they follow each other, so that a late event changes nothing. */
const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]
/** `inquiry` takes no money. A dispute that was lost may still be won on appeal. */
export type DisputeStatus = 'inquiry' | 'open' | 'won' | 'lost'

/** Saves a refund. The status that's furthest on wins. @returns false if we knew that, or more. */
export async function saveRefund(
  db: Db,
  refund: Insertable<ProviderRefunds> & { failedAt: Date | null; status: RefundStatus },
): Promise<boolean> {
  const { status, failureReason, failedAt, requestKey } = refund
  const saved = await db
    .insertInto('providerRefunds')
    .values(refund)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ status, failureReason, failedAt, requestKey })
        .where(rankOf('provider_refunds.status'), '<', refundStatuses.indexOf(status) + 1),
    )
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

export type DisputeRow = Selectable<ProviderDisputes>

export function findDispute(db: Db, id: string): Promise<DisputeRow | undefined> {
  return db.selectFrom('providerDisputes').selectAll().where('id', '=', id).executeTakeFirst()
}

export function saveDispute(
  db: Db,
  dispute: Insertable<ProviderDisputes> & { movedAt: Date; status: DisputeStatus },
): Promise<DisputeRow> {
  const { status, amountCents, answerBy, movedAt } = dispute
  return db
    .insertInto('providerDisputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ status, amountCents, answerBy, movedAt }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findLatestDispute(db: Db, intentId: string): Promise<DisputeRow> {
  return db
    .selectFrom('providerDisputes')
    .selectAll()
    .where('intentId', '=', intentId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

/** A refund that came back, and Stripe's reason. */
export type FailedRefund = {
  id: string
  amountCents: number
  isOfCredit: boolean
  failureReason: string | null
}

/** Whether a pending refund failed because its payment was disputed: the bank returns the money then. */
export function wasDisputed(failureReason: string | null | undefined): boolean {
  return failureReason === 'charge_for_pending_refund_disputed'
}

/** The refunds of an intent that came back, the oldest first. */
export function listFailedRefunds(db: Db, intentId: string): Promise<FailedRefund[]> {
  return db
    .selectFrom('providerRefunds')
    .select(['id', 'amountCents', 'isOfCredit', 'failureReason'])
    .where('intentId', '=', intentId)
    .where('status', '=', 'failed')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function countFailedRefunds(db: Db, intentId: string): Promise<number> {
  const { failed } = await db
    .selectFrom('providerRefunds')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('intentId', '=', intentId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  return failed
}

/** Whether an intent was refunded after a moment, even if the bank returned it. Refunded credit doesn't count. */
export async function wasRefundedAfter(db: Db, intentId: string, moment: Date): Promise<boolean> {
  const refund = await db
    .selectFrom('providerRefunds')
    .select('id')
    .where('intentId', '=', intentId)
    .where('isOfCredit', '=', false)
    .where('createdAt', '>', moment)
    .executeTakeFirst()
  return refund !== undefined
}

export async function countWonDisputes(db: Db, intentId: string): Promise<number> {
  const { won } = await db
    .selectFrom('providerDisputes')
    .select(({ fn }) => fn.countAll<number>().as('won'))
    .where('intentId', '=', intentId)
    .where('status', '=', 'won')
    .executeTakeFirstOrThrow()
  return won
}

function rankOf(column: string): RawBuilder<number> {
  return sql<number>`array_position(${[...refundStatuses]}::text[], ${sql.ref(column)})`
}

/** Adds up an intent's refunds and disputes. The intent must be locked. */
export async function addUpIntent(db: Db, id: string): Promise<IntentRow> {
  return db
    .updateTable('providerIntents')
    .set((eb) => {
      const refunds = eb.selectFrom('providerRefunds').where('intentId', '=', id)
      const disputes = eb.selectFrom('providerDisputes').where('intentId', '=', id)
      return {
        refundedCents: refunds
          .where('status', '<>', 'failed')
          .select(({ fn }) => fn.coalesce(fn.sum<number>('amountCents'), sql<number>`0`).as('cents')),
        creditRefundedCents: refunds
          .where('status', '<>', 'failed')
          .where('isOfCredit', '=', true)
          .select(({ fn }) => fn.coalesce(fn.sum<number>('amountCents'), sql<number>`0`).as('cents')),
        refundState: refunds.select(
          sql<string | null>`case
              when bool_or(status = 'pending') then 'pending'
              when (array_agg(status order by created_at desc, id desc))[1] = 'failed' then 'failed' end`.as(
            'state',
          ),
        ),
        disputedCents: disputes
          .where('status', 'in', ['open', 'lost'])
          .select(({ fn }) => fn.coalesce(fn.sum<number>('amountCents'), sql<number>`0`).as('cents')),
        disputeState: disputes.select(
          sql<string | null>`case
            when bool_or(status = 'open') then 'open'
            when bool_or(status = 'lost') then 'lost'
            when bool_or(status = 'won') then 'won' end`.as('state'),
        ),
      }
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
