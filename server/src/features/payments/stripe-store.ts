import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ProviderEvents, ProviderIntents, ProviderSubscriptions } from '#platform/database/row-types.ts'

export type SubscriptionRow = Selectable<ProviderSubscriptions>
export type IntentRow = Selectable<ProviderIntents>

/**
 * Records an event. A second delivery at the same time waits for the first.
 * @returns false if it's already recorded.
 */
export async function recordEvent(db: Db, event: Insertable<ProviderEvents>): Promise<boolean> {
  const inserted = await db
    .insertInto('providerEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findRecordedEvents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('providerEvents')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** When events were last fetched without a gap. */
export async function findLastFetch(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('eventFetches').select('completedAt').executeTakeFirst()
  return row?.completedAt
}

export async function saveFetch(db: Db, completedAt: Date): Promise<void> {
  await db
    .insertInto('eventFetches')
    .values({ completedAt })
    .onConflict((conflict) =>
      conflict
        .column('isOnly')
        .doUpdateSet({ completedAt: sql<Date>`greatest(event_fetches.completed_at, excluded.completed_at)` }),
    )
    .execute()
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('providerEvents').where('receivedAt', '<', before).execute()
}

/**
 * Deletes subscriptions that ended before then and have no owner, such as those whose last events arrived after the
 * owner was deleted: they name a customer at Stripe.
 */
export async function deleteUnclaimedSubscriptions(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('providerSubscriptions')
    .where('ownerId', 'is', null)
    .where('endedAt', '<', before)
    .execute()
}

/** A subscription, locked until the transaction ends; created empty if it's new to us. */
export function lockSubscription(db: Db, id: string): Promise<SubscriptionRow> {
  return upsertSubscription(db, id, {})
}

/** Adds to what we know about a subscription, and locks it. Fields that are null or missing don't change. */
export function upsertSubscription(
  db: Db,
  id: string,
  values: Updateable<ProviderSubscriptions>,
): Promise<SubscriptionRow> {
  const changes = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  )
  return db
    .insertInto('providerSubscriptions')
    .values({ ...changes, id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changes, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds which invoice an intent paid, or its latest attempt and that attempt's method, and locks it. */
export function upsertIntent(
  db: Db,
  id: string,
  changes: { invoiceId?: string } | { method: string; chargedAt: Date },
): Promise<IntentRow> {
  return db
    .insertInto('providerIntents')
    .values({ id, ...changes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id, ...changes }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether we lost a dispute about an intent's payment. */
export async function isDisputeLost(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('providerIntents')
    .select('disputeState')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.disputeState === 'lost'
}

/** Locks the intent, so that a dispute or refund handled at the same time waits or is seen. */
export function findIntentOfInvoice(db: Db, invoiceId: string): Promise<IntentRow | undefined> {
  return db
    .selectFrom('providerIntents')
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes events about the same invoice wait for each other, even before its payment exists. */
export async function lockInvoice(db: Db, invoiceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${invoiceId}, 0))`.execute(db)
}

/** Whether a bank debit for a user's new plan is still pending. */
export async function isStarting(db: Db, ownerId: string): Promise<boolean> {
  const pending = await db
    .selectFrom('providerSubscriptions')
    .innerJoin('payments', 'payments.providerSubscriptionId', 'providerSubscriptions.id')
    .select('payments.id')
    .where('providerSubscriptions.ownerId', '=', ownerId)
    .where('providerSubscriptions.endedAt', 'is', null)
    .where('providerSubscriptions.periodStart', 'is', null)
    .where('payments.status', '=', 'open')
    .executeTakeFirst()
  return pending !== undefined
}

/** Whether a payment of a user is under way: a plan's renewal, or a bank debit for a new plan or months. */
export async function hasPendingPayment(db: Db, ownerId: string, now: Date): Promise<boolean> {
  const renewing = await db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('endedAt', 'is', null)
    .where('periodEnd', '<=', now)
    .whereRef('activeUntil', '>', 'periodEnd')
    .executeTakeFirst()
  if (renewing || (await isStarting(db, ownerId))) return true
  const months = await db
    .selectFrom('payments')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'months')
    .where('status', '=', 'open')
    .where('isLive', '=', false)
    .executeTakeFirst()
  return months !== undefined
}

/** A user's subscriptions whose payment, or end, we've heard of. */
export async function findConfirmedSubscriptions(db: Db, ownerId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where((eb) => {
      const payment = eb
        .selectFrom('payments')
        .select('payments.id')
        .whereRef('payments.providerSubscriptionId', '=', 'providerSubscriptions.id')
      return eb.or([eb('endedAt', 'is not', null), eb.exists(payment)])
    })
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Subscriptions of a user that haven't ended at Stripe. */
export function listUnendedSubscriptions(db: Db, ownerId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('endedAt', 'is', null)
    .execute()
}
