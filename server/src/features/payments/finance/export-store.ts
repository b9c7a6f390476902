import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isMatch, type Match } from './list-store.ts'
import { conditionsOf, type SummedFilter } from './filter.ts'

/** A payment, or money that went back: then `receivedCents` and `gstCents` are negative. */
export type BookLine = {
  id: string
  kind: 'payment' | 'refund' | 'dispute'
  at: Date
  state: string
  invoiceNumber: number | null
  paymentId: string
  providerId: string
  buyerName: string
  buyerEmail: string
  planName: string
  months: string[]
  method: string
  /** The requested amount; null for refunds and disputes. */
  amountCents: number | null
  receivedCents: number
  gstCents: number
  /** What was refunded of it as credit; null for money that went back. */
  creditReturnedCents: number | null
}
type Cursor = Pick<BookLine, 'at' | 'id'>
export type ExportFilter = SummedFilter & { match?: Match | undefined }

const BATCH = 1_000

/** The filtered payments, then the refunds and disputes dated in the same days; the oldest first. */
export async function* readLines(db: Db, filter: ExportFilter): AsyncGenerator<BookLine[]> {
  yield* inBatches((cursor) => listPayments(db, filter, cursor))
  yield* inBatches((cursor) => listRefunds(db, filter, cursor))
  yield* inBatches((cursor) => listDisputes(db, filter, cursor))
}

async function* inBatches(
  list: (cursor: Cursor | undefined) => Promise<BookLine[]>,
): AsyncGenerator<BookLine[]> {
  for (let cursor: Cursor | undefined; ;) {
    const lines = await list(cursor)
    if (lines.length > 0) yield lines
    if (lines.length < BATCH) return
    cursor = lines.at(-1)
  }
}

const shared = [
  'payments.state',
  'payments.invoiceNumber',
  'payments.id as paymentId',
  'payments.buyerName',
  'payments.buyerEmail',
  'payments.planName',
  'payments.months',
  'payments.method',
] as const

function listPayments(
  db: Db,
  { match, ...filter }: ExportFilter,
  cursor: Cursor | undefined,
): Promise<BookLine[]> {
  return db
    .selectFrom('payments')
    .select(shared)
    .select(['payments.id', 'payments.datedAt as at', 'payments.amountCents'])
    .select([
      sql.lit<'payment'>('payment').as('kind'),
      sql<string>`coalesce(provider_intent_id, provider_invoice_id, '')`.as('providerId'),
      sql<number>`case when status = 'paid' then amount_cents else 0 end`.as('receivedCents'),
      sql<number>`case when status = 'paid' then gst_in(amount_cents) else 0 end`.as('gstCents'),
      sql<number>`case when status = 'paid' then credit_returned_cents else 0 end`.as('creditReturnedCents'),
    ])
    .where((eb) => eb.and(restOf(filter, match)))
    .$if(cursor !== undefined, (query) =>
      query.where(
        // The day finds the place in the index.
        sql<boolean>`dated_on >= (${cursor!.at}::timestamptz at time zone 'Australia/Sydney')::date
          and (dated_at, payments.id) > (${cursor!.at}, ${cursor!.id}::uuid)`,
      ),
    )
    .orderBy('payments.datedOn')
    .orderBy('payments.datedAt')
    .orderBy('payments.id')
    .limit(BATCH)
    .execute()
}

/** What's dated in the filter's days and after the cursor. */
function datedIn(
  table: 'provider_refunds' | 'provider_disputes',
  { from, to }: ExportFilter,
  cursor: Cursor | undefined,
): Expression<SqlBool>[] {
  const at = sql.ref(`${table}.created_at`)
  const startOf = (day: string, later: number) =>
    sql`((${day}::date + ${later}::int)::timestamp at time zone 'Australia/Sydney')`
  return [
    ...(from === undefined ? [] : [sql<boolean>`${at} >= ${startOf(from, 0)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} < ${startOf(to, 1)}`]),
    ...(cursor === undefined
      ? []
      : [sql<boolean>`(${at}, ${sql.ref(`${table}.id`)}) > (${cursor.at}, ${cursor.id})`]),
  ]
}

/** The GST in the rest of a payment after refunds and disputes. */
const gstAfter = (back: Expression<number>) => sql`gst_in(greatest(0, payments.amount_cents - ${back}))`

/** Refunds that didn't fail. */
function listRefunds(db: Db, filter: ExportFilter, cursor: Cursor | undefined): Promise<BookLine[]> {
  const { match, from: _, to: __, ...others } = filter
  const earlier = sql<number>`(
    select coalesce(sum(earlier.amount_cents), 0) from provider_refunds as earlier
    where earlier.intent_id = provider_refunds.intent_id and earlier.status <> 'failed'
      and (earlier.created_at, earlier.id) < (provider_refunds.created_at, provider_refunds.id)
  )`
  const later = sql<number>`(${earlier} + provider_refunds.amount_cents)`
  return (
    db
      .selectFrom('providerRefunds')
      .innerJoin('payments', 'payments.providerIntentId', 'providerRefunds.intentId')
      .select(shared)
      .select(['providerRefunds.id', 'providerRefunds.createdAt as at', 'providerRefunds.id as providerId'])
      .select([
        sql.lit<'refund'>('refund').as('kind'),
        sql.lit(null).as('amountCents'),
        sql<number>`-provider_refunds.amount_cents`.as('receivedCents'),
        sql<number>`(${gstAfter(later)} - ${gstAfter(earlier)})`.as('gstCents'),
        sql.lit(null).as('creditReturnedCents'),
      ])
      .where('providerRefunds.status', '<>', 'failed')
      // What arrived with the wrong amount was never received.
      .where('payments.status', '=', 'paid')
      .where((eb) => eb.and([...datedIn('provider_refunds', filter, cursor), ...restOf(others, match)]))
      .orderBy('providerRefunds.createdAt')
      .orderBy('providerRefunds.id')
      .limit(BATCH)
      .execute()
  )
}

/** Disputed amounts that banks took back and haven't returned. */
function listDisputes(db: Db, filter: ExportFilter, cursor: Cursor | undefined): Promise<BookLine[]> {
  const { match, from: _, to: __, ...others } = filter
  const refunded = sql<number>`payments.refunded_cents`
  const both = sql<number>`(payments.refunded_cents + provider_disputes.amount_cents)`
  return db
    .selectFrom('providerDisputes')
    .innerJoin('payments', 'payments.providerIntentId', 'providerDisputes.intentId')
    .select(shared)
    .select(['providerDisputes.id', 'providerDisputes.createdAt as at', 'providerDisputes.id as providerId'])
    .select([
      sql.lit<'dispute'>('dispute').as('kind'),
      sql.lit(null).as('amountCents'),
      sql<number>`-provider_disputes.amount_cents`.as('receivedCents'),
      sql<number>`(${gstAfter(both)} - ${gstAfter(refunded)})`.as('gstCents'),
      sql.lit(null).as('creditReturnedCents'),
    ])
    .where('providerDisputes.status', 'in', ['open', 'lost'])
    .where('payments.status', '=', 'paid')
    .where((eb) => eb.and([...datedIn('provider_disputes', filter, cursor), ...restOf(others, match)]))
    .orderBy('providerDisputes.createdAt')
    .orderBy('providerDisputes.id')
    .limit(BATCH)
    .execute()
}

function restOf(filter: SummedFilter, match: Match | undefined): Expression<SqlBool>[] {
  return [...conditionsOf(filter), ...(match ? [isMatch(match)] : [])]
}
