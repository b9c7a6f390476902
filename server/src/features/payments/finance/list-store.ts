import { addDays, type PaymentSums } from '@docketbox/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { PaymentRow } from '../store.ts'
import { conditionsOf, type SummedFilter } from './filter/conditions.ts'
import { isMatch, type Match, patternOf } from './filter/match.ts'
import { sumReversals, sumsOf } from './reversals-store.ts'
import { nextMonth, sumByDay, sumByMonth, sumOf } from './sums-store.ts'

export type Page = { rows: PaymentRow[]; total: number; sums: PaymentSums | null }
type Paging = { offset: number; limit: number }

/** Matches of a search are counted up to this number. */
const MAX_COUNTED = 1_000
/** Up to this many payments, looking at each costs less than looking up a common part of emails in the index. */
const SCAN_THRESHOLD = 20_000

/**
 * A page of the filtered payments. The sums by month, and by day within the page's months, tell which days it's on, so
 * that every page costs the same.
 */
export async function listFiltered(db: Db, filter: SummedFilter, { offset, limit }: Paging): Promise<Page> {
  const months = await sumByMonth(db, filter)
  const sums = sumOf(months)
  const inMonths = locate(months, { offset, limit })
  const [latest, earliest] = [inMonths.parts[0]?.month, inMonths.parts.at(-1)?.month]
  if (latest === undefined || earliest === undefined) return { rows: [], total: sums.payments, sums }
  const from = filter.from !== undefined && filter.from > earliest ? filter.from : earliest
  const end = addDays(nextMonth(latest), -1)
  const to = filter.to !== undefined && filter.to < end ? filter.to : end
  const days = await sumByDay(db, { ...filter, from, to })
  const { parts, skip } = locate(days, { offset: inMonths.skip, limit })
  const conditions = [...conditionsOf(filter), isOn(parts.map(({ datedOn }) => datedOn))]
  return { rows: await newest(db, conditions, { offset: skip, limit }), total: sums.payments, sums }
}

/** Finds the parts that contain a page, and how many payments of the first part come before it. */
function locate<Part extends { payments: number }>(
  all: readonly Part[],
  { offset, limit }: Paging,
): { parts: Part[]; skip: number } {
  const parts: Part[] = []
  let [before, skip] = [0, 0]
  for (const part of all) {
    if (part.payments > 0 && before < offset + limit && before + part.payments > offset) {
      if (parts.length === 0) skip = offset - before
      parts.push(part)
    }
    before += part.payments
  }
  return { parts, skip }
}

/**
 * A page of the payments that match all of `matches`. Few matches are found by an index and sorted here; with many, walking
 * back from the latest finds a page quickly, but they aren't added up.
 */
export async function listMatching(
  db: Db,
  filter: SummedFilter,
  matches: readonly Match[],
  { offset, limit }: Paging,
): Promise<Page> {
  const conditions = conditionsOf(filter)
  const found = await db
    .selectFrom('payments')
    .select(['id', 'datedAt', 'status', 'amountCents', 'creditReturnedCents'])
    .where((eb) => eb.and(conditions))
    .where(await matching(db, filter, matches))
    .limit(MAX_COUNTED + 1)
    .execute()
  if (found.length > MAX_COUNTED) {
    const take = Math.max(0, Math.min(limit, MAX_COUNTED - offset))
    const walked = [...conditions, ...matches.map(isMatch)]
    return { rows: await newest(db, walked, { offset, limit: take }), total: MAX_COUNTED, sums: null }
  }
  const ids = found
    .toSorted((a, b) => +b.datedAt - +a.datedAt || (a.id < b.id ? 1 : -1))
    .slice(offset, offset + limit)
    .map(({ id }) => id)
  const rows =
    ids.length === 0 ? [] : await newest(db, [sql<boolean>`id = any(${ids}::uuid[])`], { offset: 0, limit })
  const sums = sumOf([...found.map(sumsOf), await sumReversals(db, filter, matches)])
  return { rows, total: found.length, sums }
}

/** @returns the condition that finds matches soonest. */
async function matching(
  db: Db,
  filter: SummedFilter,
  matches: readonly Match[],
): Promise<Expression<SqlBool>> {
  const all = sql<boolean>`(${sql.join(matches.map(isMatch), sql` and `)})`
  const [match, ...others] = matches
  if (!match || !('email' in match) || others.length > 0 || conditionsOf(filter).length === 0) return all
  if (sumOf(await sumByMonth(db, filter)).payments > SCAN_THRESHOLD) return all
  const days = await sumByDay(db, filter)
  // Appending '' keeps the planner from using the trigram index.
  return sql<boolean>`${isOn(days.map(({ datedOn }) => datedOn))} and (lower(buyer_email) || '') like ${patternOf(match.email)}`
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
