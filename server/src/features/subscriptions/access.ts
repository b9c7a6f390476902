import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { keptStatement, namedColumns } from '#platform/database/prepared-query.ts'
import type { Subscriptions } from '#platform/database/row-types.ts'
import { accessUntil } from './rules.ts'

const recurringColumns = [
  'id',
  'ownerId',
  'planId',
  'kind',
  'periodStart',
  'periodEnd',
  'cancelsAtPeriodEnd',
  'endedAt',
  'providerSubscriptionId',
  'providerCustomerId',
  'createdAt',
] as const

export type Recurring = Pick<Selectable<Subscriptions>, (typeof recurringColumns)[number]> & {
  providerSubscriptionId: string
  providerCustomerId: string
}
type Paid = { ownerId: string; planId: string; paymentId: string; at: Date }
type Span = { month: string; start: Date; end: Date }

const openMonth = keptStatement<Paid & Span & { id: string }, { id: string }>(`
  insert into subscriptions (id, owner_id, plan_id, payment_id, kind, month, period_start, period_end, created_at,
    updated_at)
  values (:id, :ownerId, :planId, :paymentId, 'month', :month, :start, :end, :at, :at)
  on conflict do nothing returning id`)

/** Opens a paid month to its owner; false when that month is theirs already. */
export async function grantMonth(db: Db, paid: Paid, span: Span): Promise<boolean> {
  return (await openMonth(db, { ...paid, ...span, id: newId() })).length > 0
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

const keep = keptStatement<RecurringFacts & { id: string; at: Date }, object>(`
  insert into subscriptions (id, kind, owner_id, plan_id, provider_subscription_id, provider_customer_id,
    period_start, period_end, cancels_at_period_end, ended_at, created_at, updated_at)
  values (:id, 'recurring', :ownerId, :planId, :providerSubscriptionId, :providerCustomerId,
    :periodStart, :periodEnd, :cancelsAtPeriodEnd, :endedAt, :at, :at)
  on conflict (provider_subscription_id) do update set
    plan_id = excluded.plan_id,
    provider_customer_id = excluded.provider_customer_id,
    period_start = excluded.period_start,
    period_end = excluded.period_end,
    cancels_at_period_end = excluded.cancels_at_period_end,
    ended_at = excluded.ended_at,
    updated_at = excluded.updated_at`)

/** Brings a renewing subscription to what the provider's events add up to. */
export async function keepRecurring(db: Db, facts: RecurringFacts, at: Date): Promise<void> {
  await keep(db, { ...facts, at, id: newId() })
}

const unendedRecurring = keptStatement<{ ownerId: string }, Recurring>(`
  select ${namedColumns('subscriptions', recurringColumns)} from subscriptions
  where owner_id = :ownerId and kind = 'recurring' and ended_at is null
  order by created_at desc`)

/** The renewing subscriptions of a person that still run, the latest begun first. */
export async function runningRecurring(db: Db, ownerId: string, now: Date): Promise<Recurring[]> {
  const rows = await unendedRecurring(db, { ownerId })
  return rows.filter((row) => now < accessUntil({ ...row, planName: '' }))
}

type PaidMonth = { paymentId: string; periodStart: Date; periodEnd: Date }

const unendedMonths = keptStatement<{ ownerId: string; now: Date }, PaidMonth>(`
  select payment_id as "paymentId", period_start as "periodStart", period_end as "periodEnd" from subscriptions
  where owner_id = :ownerId and kind = 'month' and ended_at is null and period_end > :now
    and payment_id is not null`)

/** The bought months of a person that run or are still to come. */
export function runningMonths(db: Db, ownerId: string, now: Date): Promise<PaidMonth[]> {
  return unendedMonths(db, { ownerId, now })
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
