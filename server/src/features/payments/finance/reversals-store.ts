import type { PaymentSums } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { gstIn } from '../money.ts'
import type { PaymentRow } from '../store.ts'
import { conditionsOf, type SummedFilter } from './filter/conditions.ts'
import { isMatch, type Match } from './filter/match.ts'

export function reversalsIn(db: Db, filter: SummedFilter) {
  return db
    .selectFrom('paymentReversals')
    .selectAll()
    .where((eb) => eb.and(conditionsOf(filter)))
}

/** Adds up the reversals of payments that match all of these. */
export async function sumReversals(
  db: Db,
  filter: SummedFilter,
  matches: readonly Match[],
): Promise<PaymentSums> {
  const cents = (isRefund: boolean) =>
    sql<number>`coalesce(-sum(reversal.cents) filter (where (reversal.kind like 'refund%') = ${isRefund}), 0)::integer`
  const sums = await db
    .selectFrom(reversalsIn(db, filter).as('reversal'))
    .innerJoin('payments', 'payments.id', 'reversal.paymentId')
    .select([
      cents(true).as('refundedCents'),
      cents(false).as('disputedCents'),
      sql<number>`coalesce(sum(reversal.gst_cents), 0)::integer`.as('gstCents'),
    ])
    .where((eb) => eb.and(matches.map(isMatch)))
    .executeTakeFirstOrThrow()
  return { payments: 0, receivedCents: 0, creditReturnedCents: 0, ...sums }
}

type Amounts = Pick<PaymentRow, 'status' | 'amountCents' | 'creditReturnedCents'>

/** The amounts one payment adds to the totals of the day it was paid. */
export function sumsOf({ status, amountCents, creditReturnedCents }: Amounts): PaymentSums {
  const receivedCents = status === 'paid' ? amountCents : 0
  return {
    payments: 1,
    receivedCents,
    gstCents: gstIn(receivedCents),
    creditReturnedCents: status === 'paid' ? creditReturnedCents : 0,
    refundedCents: 0,
    disputedCents: 0,
  }
}
