import type { Selectable } from 'kysely'
import type { Db } from '#platform/database'
import { newId } from '#platform/ids'
import type { Subscriptions } from '#platform/row-types'
import { accessUntil } from './rules.ts'
import * as store from './store.ts'

export type Recurring = Selectable<Subscriptions> & {
  providerSubscriptionId: string
  providerCustomerId: string
}
type Paid = { ownerId: string; planId: string; paymentId: string; at: Date }
type Span = { month: string; start: Date; end: Date }

/** Opens a paid month to its owner; false when that month is theirs already. */
export function grantMonth(
  db: Db,
  { ownerId, planId, paymentId, at }: Paid,
  { month, start, end }: Span,
): Promise<boolean> {
  return store.insertStretch(db, {
    id: newId(),
    ownerId,
    planId,
    paymentId,
    kind: 'month',
    month,
    periodStart: start,
    periodEnd: end,
    createdAt: at,
    updatedAt: at,
  })
}

/** Takes back what a payment had opened. */
export async function endAccessOf(db: Db, paymentId: string, at: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ endedAt: at, updatedAt: at })
    .where('paymentId', '=', paymentId)
    .where('endedAt', 'is', null)
    .execute()
}

type RecurringFacts = {
  ownerId: string
  planId: string
  providerSubscriptionId: string
  providerCustomerId: string
  periodStart: Date
  periodEnd: Date
  cancelsAtPeriodEnd: boolean
  endedAt: Date | null
}

/** Brings a renewing subscription to what the provider's events add up to. */
export async function keepRecurring(db: Db, facts: RecurringFacts, at: Date): Promise<void> {
  const { ownerId: _, providerSubscriptionId: __, ...changing } = facts
  await db
    .insertInto('subscriptions')
    .values({ ...facts, id: newId(), kind: 'recurring', createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict.column('providerSubscriptionId').doUpdateSet({ ...changing, updatedAt: at }),
    )
    .execute()
}

/** The renewing subscriptions of a person that still run, the latest begun first. */
export async function runningRecurring(db: Db, ownerId: string, now: Date): Promise<Recurring[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'recurring')
    .where('endedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute()
  return (rows as Recurring[]).filter((row) => now < accessUntil({ ...row, planName: '' }))
}

/** The provider's customer a person was last billed as. */
export async function customerOf(db: Db, ownerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select('providerCustomerId')
    .where('ownerId', '=', ownerId)
    .where('providerCustomerId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return row?.providerCustomerId ?? undefined
}
