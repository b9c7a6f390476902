import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { keptStatement, namedColumns } from '#platform/database/prepared-query.ts'
import type { ProviderSubscriptions } from '#platform/database/row-types.ts'

const factColumns = [
  'id',
  'ownerId',
  'customerId',
  'priceId',
  'periodStart',
  'periodEnd',
  'invoiceId',
  'invoicedAt',
  'cancelsAtPeriodEnd',
  'seenAt',
  'endedAt',
] as const
const intentColumns = 'id, invoice_id as "invoiceId", refunded_cents as "refundedCents"'

export type SubscriptionFacts = Pick<Selectable<ProviderSubscriptions>, (typeof factColumns)[number]>

type NewEvent = { id: string; type: string; createdAt: Date; receivedAt: Date }

const note = keptStatement<NewEvent, { id: string }>(`
  insert into provider_events (id, type, created_at, received_at) values (:id, :type, :createdAt, :receivedAt)
  on conflict do nothing returning id`)

/** Notes an event; false when it was taken in before. A second delivery at the same time waits for the first. */
export async function noteEvent(db: Db, event: NewEvent): Promise<boolean> {
  return (await note(db, event)).length > 0
}

const knownAmong = keptStatement<{ ids: readonly string[] }, { id: string }>(
  'select id from provider_events where id = any(:ids::text[])',
)

export async function knownEvents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await knownAmong(db, { ids })
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
  return noteFacts(db, id, {})
}

type LearnedFacts = Partial<Omit<SubscriptionFacts, 'id'>>

const learn = keptStatement<LearnedFacts & { id: string }, SubscriptionFacts>(`
  insert into provider_subscriptions as known (id, owner_id, customer_id, price_id, period_start, period_end,
    invoice_id, invoiced_at, cancels_at_period_end, seen_at, ended_at)
  values (:id, :ownerId, :customerId, :priceId, :periodStart, :periodEnd,
    :invoiceId, :invoicedAt, coalesce(:cancelsAtPeriodEnd, false), :seenAt, :endedAt)
  on conflict (id) do update set
    owner_id = coalesce(excluded.owner_id, known.owner_id),
    customer_id = coalesce(excluded.customer_id, known.customer_id),
    price_id = coalesce(excluded.price_id, known.price_id),
    period_start = coalesce(excluded.period_start, known.period_start),
    period_end = coalesce(excluded.period_end, known.period_end),
    invoice_id = coalesce(excluded.invoice_id, known.invoice_id),
    invoiced_at = coalesce(excluded.invoiced_at, known.invoiced_at),
    cancels_at_period_end = coalesce(:cancelsAtPeriodEnd, known.cancels_at_period_end),
    seen_at = coalesce(excluded.seen_at, known.seen_at),
    ended_at = coalesce(excluded.ended_at, known.ended_at)
  returning ${namedColumns('known', factColumns)}`)

/** Notes what was learned of a subscription, and locks what is known of it as `lockFacts` does. What is not said stays. */
export async function noteFacts(db: Db, id: string, facts: LearnedFacts): Promise<SubscriptionFacts> {
  const [known] = await learn(db, { ...facts, id })
  return known!
}

export type IntentFacts = { id: string; invoiceId: string | null; refundedCents: number }

const learnIntent = keptStatement<IntentFacts, IntentFacts>(`
  insert into provider_intents as known (id, invoice_id, refunded_cents) values (:id, :invoiceId, :refundedCents)
  on conflict (id) do update set
    invoice_id = coalesce(excluded.invoice_id, known.invoice_id),
    refunded_cents = greatest(excluded.refunded_cents, known.refunded_cents)
  returning ${intentColumns}`)

/** Notes what an intent paid, or how much of it was given back: the most that was ever said. */
export async function noteIntent(
  db: Db,
  id: string,
  { invoiceId = null, refundedCents = 0 }: { invoiceId?: string | null; refundedCents?: number },
): Promise<IntentFacts> {
  const [known] = await learnIntent(db, { id, invoiceId, refundedCents })
  return known!
}

const intentOfInvoice = keptStatement<{ invoiceId: string }, IntentFacts>(
  `select ${intentColumns} from provider_intents where invoice_id = :invoiceId`,
)

export async function findIntentOfInvoice(db: Db, invoiceId: string): Promise<IntentFacts | undefined> {
  const [intent] = await intentOfInvoice(db, { invoiceId })
  return intent
}

const lock = keptStatement<{ invoiceId: string }, object>(
  'select pg_advisory_xact_lock(hashtextextended(:invoiceId, 0))',
)

/** Two events about one invoice are taken in one after the other: each must see what the other wrote. */
export async function lockInvoice(db: Db, invoiceId: string): Promise<void> {
  await lock(db, { invoiceId })
}
