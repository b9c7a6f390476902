import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database'
import type { ProviderSubscriptions } from '#platform/row-types'

export type SubscriptionFacts = Selectable<ProviderSubscriptions>

/** Notes an event; false when it was taken in before. A second delivery at the same time waits for the first. */
export async function noteEvent(
  db: Db,
  event: { id: string; type: string; createdAt: Date; receivedAt: Date },
): Promise<boolean> {
  const noted = await db
    .insertInto('providerEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export async function knownEvents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('providerEvents').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function newestEventAt(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('providerEvents')
    .select(({ fn }) => fn.max('createdAt').as('newest'))
    .executeTakeFirst()
  return row?.newest ?? undefined
}

export async function forgetEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('providerEvents').where('receivedAt', '<', before).execute()
}

/** What is known of a subscription, locked until the transaction ends; made empty when it is heard of for the first time. */
export function lockFacts(db: Db, id: string): Promise<SubscriptionFacts> {
  return changeFacts(db, id, {})
}

/** Notes what was learned of a subscription, and locks what is known of it as `lockFacts` does. */
export function changeFacts(
  db: Db,
  id: string,
  facts: Partial<Omit<SubscriptionFacts, 'id'>>,
): Promise<SubscriptionFacts> {
  return db
    .insertInto('providerSubscriptions')
    .values({ ...facts, id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...facts, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type IntentFacts = { id: string; invoiceId: string | null; refundedCents: number }

/** Notes what an intent paid, or how much of it was given back: the most that was ever said. */
export function noteIntent(
  db: Db,
  id: string,
  facts: { invoiceId?: string; refundedCents?: number },
): Promise<IntentFacts> {
  const { invoiceId = null, refundedCents = 0 } = facts
  return db
    .insertInto('providerIntents')
    .values({ id, invoiceId, refundedCents })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        invoiceId: eb.fn.coalesce(eb.ref('excluded.invoiceId'), eb.ref('providerIntents.invoiceId')),
        refundedCents: eb.fn<number>('greatest', ['excluded.refundedCents', 'providerIntents.refundedCents']),
      })),
    )
    .returning(['id', 'invoiceId', 'refundedCents'])
    .executeTakeFirstOrThrow()
}

export function findIntentOfInvoice(db: Db, invoiceId: string): Promise<IntentFacts | undefined> {
  return db
    .selectFrom('providerIntents')
    .select(['id', 'invoiceId', 'refundedCents'])
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirst()
}

/** Two events about one invoice are taken in one after the other: each must see what the other wrote. */
export async function lockInvoice(db: Db, invoiceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${invoiceId}, 0))`.execute(db)
}
