import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { conditionsOf, type SummedFilter } from './filter/conditions.ts'
import { isMatch, type Match } from './filter/match.ts'
import { reversalsIn } from './reversals-store.ts'

/**
 * A payment, a change of what we received, or an adjustment note: `receivedCents` and `gstCents` are negative when money
 * goes back.
 */
export type BookLine = {
  id: string
  kind: 'payment' | 'refund' | 'refundFailed' | 'dispute' | 'disputeWon' | 'note'
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
  /** The requested amount; null for anything but a payment. */
  amountCents: number | null
  /** What a promotion code took off, the credit used, and the total of the tax invoice; null for anything but a payment. */
  discountCents: number | null
  creditCents: number | null
  invoiceCents: number | null
  /** Of an adjustment note: by how much it changed the price, negative if it went down. No money moved. */
  noteNumber: number | null
  noteCents: number | null
  /** Null for an adjustment note. */
  receivedCents: number | null
  gstCents: number | null
  /** What was refunded of it as credit; null for anything but a payment. */
  creditReturnedCents: number | null
}
type Cursor = Pick<BookLine, 'at' | 'id'>
export type ExportFilter = SummedFilter & { matches: readonly Match[] }

const BATCH = 1_000

/** The filtered payments, then the refunds, disputes and adjustment notes of the same days; each the oldest first. */
export async function* readLines(db: Db, filter: ExportFilter): AsyncGenerator<BookLine[]> {
  yield* inBatches((cursor) => listPayments(db, filter, cursor))
  yield* inBatches((cursor) => listReversals(db, filter, cursor))
  yield* inBatches((cursor) => listNotes(db, filter, cursor))
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

/** What only payments have. */
const noPayment = [
  sql.lit(null).as('amountCents'),
  sql.lit(null).as('discountCents'),
  sql.lit(null).as('creditCents'),
  sql.lit(null).as('invoiceCents'),
  sql.lit(null).as('creditReturnedCents'),
] as const

function listPayments(
  db: Db,
  { matches, ...filter }: ExportFilter,
  cursor: Cursor | undefined,
): Promise<BookLine[]> {
  return db
    .selectFrom('payments')
    .select(shared)
    .select(['payments.id', 'payments.datedAt as at', 'payments.amountCents', 'payments.discountCents'])
    .select([
      sql.lit<'payment'>('payment').as('kind'),
      sql<number>`case when status = 'paid' then credit_cents else 0 end`.as('creditCents'),
      sql<
        number | null
      >`case when invoice_number is not null then coalesce(total_cents, amount_cents + credit_cents) end`.as(
        'invoiceCents',
      ),
      sql.lit(null).as('noteNumber'),
      sql.lit(null).as('noteCents'),
      sql<string>`coalesce(provider_intent_id, provider_invoice_id, '')`.as('providerId'),
      sql<number>`case when status = 'paid' then amount_cents else 0 end`.as('receivedCents'),
      sql<number>`case when status = 'paid' then gst_in(amount_cents) else 0 end`.as('gstCents'),
      sql<number>`case when status = 'paid' then credit_returned_cents else 0 end`.as('creditReturnedCents'),
    ])
    .where((eb) => eb.and(restOf(filter, matches)))
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

/** What changed about the filtered payments on the filter's days: refunds, disputes, and money that came back to us. */
function listReversals(db: Db, filter: ExportFilter, cursor: Cursor | undefined): Promise<BookLine[]> {
  return db
    .selectFrom(reversalsIn(db, filter).as('reversal'))
    .innerJoin('payments', 'payments.id', 'reversal.paymentId')
    .select(shared)
    .select([
      'reversal.id',
      'reversal.at',
      'reversal.sourceId as providerId',
      'reversal.cents as receivedCents',
    ])
    .select('reversal.gstCents')
    .select(noPayment)
    .select([
      sql<Exclude<BookLine['kind'], 'payment' | 'note'>>`reversal.kind`.as('kind'),
      sql.lit(null).as('noteNumber'),
      sql.lit(null).as('noteCents'),
    ])
    .where((eb) => eb.and(filter.matches.map(isMatch)))
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`reversal.dated_on >= (${cursor!.at}::timestamptz at time zone 'Australia/Sydney')::date
          and (reversal.at, reversal.id) > (${cursor!.at}, ${cursor!.id}::uuid)`,
      ),
    )
    .orderBy('reversal.datedOn')
    .orderBy('reversal.at')
    .orderBy('reversal.id')
    .limit(BATCH)
    .execute()
}

/** The adjustment notes of the filter's days, also of earlier payments. */
function listNotes(
  db: Db,
  { matches, from, to, ...filter }: ExportFilter,
  cursor: Cursor | undefined,
): Promise<BookLine[]> {
  const dated = db
    .selectFrom('adjustmentNotes')
    .selectAll()
    .select(sql<string>`(issued_at at time zone 'Australia/Sydney')::date`.as('datedOn'))
  const inDays = db
    .selectFrom(dated.as('dated'))
    .selectAll()
    .where((eb) => eb.and(conditionsOf({ from, to })))
  return db
    .selectFrom(inDays.as('note'))
    .innerJoin('payments', 'payments.id', 'note.paymentId')
    .select(shared)
    .select(['note.id', 'note.issuedAt as at', 'note.number as noteNumber'])
    .select(noPayment)
    .select([
      sql.lit<'note'>('note').as('kind'),
      sql<string>`coalesce(provider_intent_id, provider_invoice_id, '')`.as('providerId'),
      sql<number>`-note.amount_cents`.as('noteCents'),
      sql.lit(null).as('receivedCents'),
      sql.lit(null).as('gstCents'),
    ])
    .where((eb) => eb.and(restOf(filter, matches)))
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(note.issued_at, note.id) > (${cursor!.at}::timestamptz, ${cursor!.id}::uuid)`,
      ),
    )
    .orderBy('note.issuedAt')
    .orderBy('note.id')
    .limit(BATCH)
    .execute()
}

function restOf(filter: SummedFilter, matches: readonly Match[]): Expression<SqlBool>[] {
  return [...conditionsOf(filter), ...matches.map(isMatch)]
}
