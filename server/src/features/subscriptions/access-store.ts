import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import type { Subscriptions } from '#platform/database/row-types.ts'
import { type AccessPeriod, accessUntil } from './rules.ts'

/** A subscription that Stripe renews. */
export type Recurring = Selectable<Subscriptions> & {
  providerSubscriptionId: string
  providerCustomerId: string
  /** Stripe has ended it; unless `endedAt` is set, what was paid for continues. */
  hasEndedAtStripe: boolean
}

/** An earlier price of the plan stays with those who subscribed at it. We don't know it. */
const renewalCents = sql<number | null>`
  case when provider_subscriptions.price_id = plans.provider_price_id then plans.price_cents end`.as(
  'renewalCents',
)
const hasEndedAtStripe = sql<boolean>`provider_subscriptions.ended_at is not null`.as('hasEndedAtStripe')

/**
 * Every period of access a user has or had, the last to end first. Stripe calls a subscription active until the end of the next
 * period while its renewal is pending.
 */
export function listAccessPeriods(
  db: Db,
  ownerId: string,
): Promise<(AccessPeriod & { activeUntil: Date | null })[]> {
  return accessPeriods(db, ownerId).execute()
}

/** The same with the bytes of the owner's files, in one query unless they never had a plan. */
export async function listAccessPeriodsAndStorage(
  db: Db,
  ownerId: string,
): Promise<{ periods: AccessPeriod[]; usedBytes: number }> {
  const storage = db.selectFrom('ownerStorage').select('bytes').where('ownerId', '=', ownerId)
  const periods = await accessPeriods(db, ownerId).select(storage.as('usedBytes')).execute()
  const used = periods[0] ? periods[0].usedBytes : (await storage.executeTakeFirst())?.bytes
  return { periods, usedBytes: used ?? 0 }
}

/** The query of {@link listAccessPeriods}, to select more with it. */
export function accessPeriods(db: Db, ownerId: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .leftJoin('providerSubscriptions', 'providerSubscriptions.id', 'subscriptions.providerSubscriptionId')
    .select([
      'subscriptions.id',
      'subscriptions.kind',
      'subscriptions.planId',
      'plans.name as planName',
      'subscriptions.periodStart',
      'subscriptions.periodEnd',
      'subscriptions.cancelsAtPeriodEnd',
      'subscriptions.isRenewalPending',
      'subscriptions.endedAt',
      'subscriptions.providerCustomerId',
      'providerSubscriptions.activeUntil',
      hasEndedAtStripe,
      renewalCents,
    ])
    .where('subscriptions.ownerId', '=', ownerId)
    .orderBy('subscriptions.periodEnd', 'desc')
    .limit(500)
}

/** Adds a period of access; false if it exists already (the trial, or the same month). */
export async function insertAccessPeriod(
  db: Db,
  period: Omit<Insertable<Subscriptions>, 'id' | 'updatedAt'>,
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto('subscriptions')
    .values({ ...period, id: newId(), updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function endAccessOf(db: Db, paymentId: string, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ endedAt: now, updatedAt: now })
    .where('paymentId', '=', paymentId)
    .where('endedAt', 'is', null)
    .execute()
}

/** The months of a payment that ended at a moment. */
export function listMonthsEndedAt(
  db: Db,
  paymentId: string,
  endedAt: Date,
): Promise<{ month: string; periodStart: Date; periodEnd: Date }[]> {
  return db
    .selectFrom('subscriptions')
    .select(['month', 'periodStart', 'periodEnd'])
    .where('paymentId', '=', paymentId)
    .where('endedAt', '=', endedAt)
    .where('month', 'is not', null)
    .$narrowType<{ month: string }>()
    .execute()
}

/** Reopens the access that was ended at a moment, in months that can be given back. */
export async function reopenAccessOf(
  db: Db,
  paymentId: string,
  { endedAt, months, now }: { endedAt: Date; months: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ endedAt: null, updatedAt: now })
    .where('paymentId', '=', paymentId)
    .where('endedAt', '=', endedAt)
    .where('month', '=', (eb) => eb.fn.any(eb.val([...months])))
    .execute()
}

/** Adds a subscription that renews, or updates it to what Stripe's events say. */
export async function upsertRecurring(
  db: Db,
  /** `createdAt` is Stripe's: events arrive in any order. */
  values: Omit<Insertable<Subscriptions>, 'id' | 'kind' | 'updatedAt'>,
  now: Date,
): Promise<void> {
  const { ownerId: _, ...changes } = values
  await db
    .insertInto('subscriptions')
    .values({ ...values, id: newId(), kind: 'recurring', updatedAt: now })
    .onConflict((conflict) =>
      conflict.column('providerSubscriptionId').doUpdateSet({ ...changes, updatedAt: now }),
    )
    .execute()
}

/** Ends the access of a subscription, before Stripe's event or without one. */
export async function endRecurring(db: Db, providerSubscriptionId: string, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ endedAt: now, updatedAt: now })
    .where('providerSubscriptionId', '=', providerSubscriptionId)
    .where('endedAt', 'is', null)
    .execute()
}

/** A user's running subscriptions that Stripe renews, the one they chose last first. */
export async function runningRecurring(db: Db, ownerId: string, now: Date): Promise<Recurring[]> {
  return (await unendedRecurring(db, ownerId)).filter((row) => now < accessUntil(row))
}

/** The same with those whose access is closed until their renewal is paid. */
export async function unendedRecurring(db: Db, ownerId: string): Promise<Recurring[]> {
  return db
    .selectFrom('subscriptions')
    .leftJoin('providerSubscriptions', 'providerSubscriptions.id', 'subscriptions.providerSubscriptionId')
    .selectAll('subscriptions')
    .select(hasEndedAtStripe)
    .where('subscriptions.ownerId', '=', ownerId)
    .where('kind', '=', 'recurring')
    .where('subscriptions.endedAt', 'is', null)
    .orderBy('subscriptions.createdAt', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .$castTo<Recurring>()
    .execute()
}

/** Whether a user has a plan that Stripe renews unless they cancel it, even one whose access is closed. */
export async function hasUncancelledPlan(db: Db, ownerId: string): Promise<boolean> {
  const plans = await unendedRecurring(db, ownerId)
  return plans.some(({ cancelsAtPeriodEnd, hasEndedAtStripe: hasEnded }) => !cancelsAtPeriodEnd && !hasEnded)
}

/** Whether a user has, or had, another subscription whose period began at or after a moment. */
export async function hasLaterRecurring(
  db: Db,
  ownerId: string,
  { besides, after }: { besides: string; after: Date },
): Promise<boolean> {
  const later = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'recurring')
    .where('periodStart', '>=', after)
    .where('providerSubscriptionId', '!=', besides)
    .executeTakeFirst()
  return later !== undefined
}

/** A user's purchased months that are running or still to come. */
export function runningMonths(
  db: Db,
  ownerId: string,
  now: Date,
): Promise<{ paymentId: string; periodStart: Date; periodEnd: Date }[]> {
  return db
    .selectFrom('subscriptions')
    .select(['paymentId', 'periodStart', 'periodEnd'])
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'month')
    .where('endedAt', 'is', null)
    .where('periodEnd', '>', now)
    .where('paymentId', 'is not', null)
    .$narrowType<{ paymentId: string }>()
    .execute()
}

/** The Stripe customer that a user was last charged as. */
export async function findChargedCustomer(db: Db, ownerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select('providerCustomerId')
    .where('ownerId', '=', ownerId)
    .where('providerCustomerId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return row?.providerCustomerId ?? undefined
}

/** Locks the owner's plan periods until the transaction ends. */
export async function lockPlans(db: Db, ownerId: string): Promise<void> {
  await db.selectFrom('subscriptions').select('id').where('ownerId', '=', ownerId).forUpdate().execute()
}
