import type { PaymentSums } from '@docketbox/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { escapeLike } from '#platform/database/like.ts'
import { gstIn } from '../money.ts'
import type { PaymentRow } from '../store.ts'
import { conditionsOf, type SummedFilter } from './filter.ts'

/** `email` is a part of it. */
export type Match =
  | { email: string }
  | { owner: string }
  | { id: string }
  | { providerId: string }
  | { invoiceNumber: number }
export type Page = { rows: PaymentRow[]; total: number; sums: PaymentSums | null }
type Paging = { offset: number; limit: number }
type DaySums = PaymentSums & { datedOn: string }

/** Matches of a search are counted up to this number. */
const MAX_COUNTED = 1_000
/** Up to this many payments, looking at each costs less than looking up a common part of emails in the index. */
const SCAN_THRESHOLD = 5_000

/** What the payments of each day add up to, the latest day first. */
export async function sumByDay(db: Db, filter: SummedFilter): Promise<DaySums[]> {
  const rows = await db
    .selectFrom('paymentTotals')
    .select((eb) => [
      'datedOn',
      eb.fn.sum<number>('payments').as('payments'),
      eb.fn.sum<number>('receivedCents').as('receivedCents'),
      eb.fn.sum<number>('refundedCents').as('refundedCents'),
      eb.fn.sum<number>('disputedCents').as('disputedCents'),
      eb.fn.sum<number>('gstCents').as('gstCents'),
    ])
    .where((eb) => eb.and(conditionsOf(filter)))
    .groupBy('datedOn')
    .having((eb) => eb.fn.sum('payments'), '>', 0)
    .orderBy('datedOn', 'desc')
    .execute()
  return rows.map(({ datedOn, ...sums }) => ({
    datedOn,
    payments: Number(sums.payments),
    receivedCents: Number(sums.receivedCents),
    refundedCents: Number(sums.refundedCents),
    disputedCents: Number(sums.disputedCents),
    gstCents: Number(sums.gstCents),
  }))
}

/** A page of the filtered payments. The sums by day tell which days it's on, so that every page costs the same. */
export async function listFiltered(db: Db, filter: SummedFilter, { offset, limit }: Paging): Promise<Page> {
  const days = await sumByDay(db, filter)
  const onPage: string[] = []
  let [before, skip] = [0, 0]
  for (const { datedOn, payments } of days) {
    if (before < offset + limit && before + payments > offset) {
      if (onPage.length === 0) skip = offset - before
      onPage.push(datedOn)
    }
    before += payments
  }
  const rows =
    onPage.length === 0
      ? []
      : await newest(db, [...conditionsOf(filter), isOn(onPage)], { offset: skip, limit })
  return { rows, total: before, sums: sumOf(days) }
}

/**
 * A page of the payments that match a search. Few matches are found by an index and sorted here; with many, walking
 * back from the latest finds a page quickly, but they aren't added up.
 */
export async function listMatching(
  db: Db,
  filter: SummedFilter,
  match: Match,
  { offset, limit }: Paging,
): Promise<Page> {
  const conditions = conditionsOf(filter)
  const matches = await db
    .selectFrom('payments')
    .select(['id', 'datedAt', 'status', 'amountCents', 'refundedCents', 'disputedCents'])
    .where((eb) => eb.and(conditions))
    .where(await matching(db, filter, match))
    .limit(MAX_COUNTED + 1)
    .execute()
  if (matches.length > MAX_COUNTED) {
    const take = Math.max(0, Math.min(limit, MAX_COUNTED - offset))
    const walked = [...conditions, isMatch(match)]
    return { rows: await newest(db, walked, { offset, limit: take }), total: MAX_COUNTED, sums: null }
  }
  const ids = matches
    .toSorted((a, b) => +b.datedAt - +a.datedAt || (a.id < b.id ? 1 : -1))
    .slice(offset, offset + limit)
    .map(({ id }) => id)
  const rows =
    ids.length === 0 ? [] : await newest(db, [sql<boolean>`id = any(${ids}::uuid[])`], { offset: 0, limit })
  return { rows, total: matches.length, sums: sumOf(matches.map(sumsOf)) }
}

/** @returns the condition that finds matches soonest. */
async function matching(db: Db, filter: SummedFilter, match: Match): Promise<Expression<SqlBool>> {
  if (!('email' in match) || conditionsOf(filter).length === 0) return isMatch(match)
  const days = await sumByDay(db, filter)
  if (sumOf(days).payments > SCAN_THRESHOLD) return isMatch(match)
  // Appending '' keeps the planner from using the trigram index.
  return sql<boolean>`${isOn(days.map(({ datedOn }) => datedOn))} and (lower(buyer_email) || '') like ${patternOf(match.email)}`
}

export function isMatch(match: Match): Expression<SqlBool> {
  if ('email' in match) return sql<boolean>`lower(buyer_email) like ${patternOf(match.email)}`
  if ('owner' in match) return sql<boolean>`owner_id = ${match.owner}`
  if ('id' in match) return sql<boolean>`id = ${match.id}`
  if ('invoiceNumber' in match) return sql<boolean>`invoice_number = ${match.invoiceNumber}`
  const { providerId } = match
  return sql<boolean>`(provider_intent_id = ${providerId} or provider_invoice_id = ${providerId})`
}

function patternOf(part: string): string {
  return `%${escapeLike(part.toLowerCase())}%`
}

function isOn(days: readonly string[]): Expression<SqlBool> {
  return sql<boolean>`dated_on = any(${days}::date[])`
}

function newest(db: Db, conditions: Expression<SqlBool>[], { offset, limit }: Paging): Promise<PaymentRow[]> {
  return (
    db
      .selectFrom('payments')
      .selectAll()
      .where((eb) => eb.and(conditions))
      // The day comes first because the index has it.
      .orderBy('datedOn', 'desc')
      .orderBy('datedAt', 'desc')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute()
  )
}

type Amounts = Pick<PaymentRow, 'status' | 'amountCents' | 'refundedCents' | 'disputedCents'>

function sumsOf({ status, amountCents, refundedCents, disputedCents }: Amounts): PaymentSums {
  const receivedCents = status === 'paid' ? amountCents : 0
  const gstCents = gstIn(Math.max(0, receivedCents - refundedCents - disputedCents))
  return { payments: 1, receivedCents, refundedCents, disputedCents, gstCents }
}

export function sumOf(parts: readonly PaymentSums[]): PaymentSums {
  const sums = { payments: 0, receivedCents: 0, refundedCents: 0, disputedCents: 0, gstCents: 0 }
  for (const part of parts) {
    sums.payments += part.payments
    sums.receivedCents += part.receivedCents
    sums.refundedCents += part.refundedCents
    sums.disputedCents += part.disputedCents
    sums.gstCents += part.gstCents
  }
  return sums
}
