import { DAY_MS } from '@docketbox/contract/core/units'
import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { PENDING_GRACE_DAYS, periodOfPlan } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { escapeLike } from '#platform/database/queries/like.ts'
import type { DB } from '#platform/database/row-types.ts'
import { columns, type PersonRow } from './store.ts'

/** `plan` is All, None or the name of a plan. */
export type Filter = { plan: string; email?: string | undefined }
type Cursor = { createdAt: Date; id: string }

/** Matches of a search are counted up to this number. */
const MAX_COUNTED = 1_000
/** Up to this many people, a scan costs less than looking up a common word in the index. */
const SCAN_THRESHOLD = 5_000

/** Row by row, by the trigram index, or as the query planner chooses. */
type SearchStrategy = 'scan' | 'index' | 'auto'

function users(db: Db, { plan, email }: Filter, strategy: SearchStrategy = 'auto') {
  return db
    .selectFrom('users')
    .where('role', '=', 'User')
    .$if(plan === 'None', (query) => query.where('planName', 'is', null))
    .$if(plan !== 'All' && plan !== 'None', (query) => query.where('planName', '=', plan))
    .$if(Boolean(email), (query) => query.where(emailContains(email!, strategy)))
}

function emailContains(part: string, strategy: SearchStrategy): Expression<SqlBool> {
  const text = part.toLowerCase()
  const pattern = `%${escapeLike(text)}%`
  // Appending '' keeps the planner from using the trigram index.
  if (strategy === 'scan') return sql<boolean>`(lower(email) || '') like ${pattern}`
  if (strategy === 'index' && text.length < 3)
    return sql<boolean>`short_parts(lower(email)) @> array[${text}]`
  return sql<boolean>`lower(email) like ${pattern}`
}

type Paging = { offset: number; limit: number }

/** A page of the matching subscribers, and their total. */
export async function listSubscribers(
  db: Db,
  filter: Filter,
  paging: Paging,
): Promise<{ rows: PersonRow[]; total: number; isCapped: boolean }> {
  const counts = await countByPlan(db)
  const planTotal = counts.get(filter.plan === 'None' ? '' : filter.plan) ?? 0
  const total = filter.plan === 'All' ? sum(counts.values()) : planTotal
  if (filter.email) return searchUsers(db, filter, { ...paging, planTotal: total })
  return { rows: await listUsers(db, filter, { ...paging, total }), total, isCapped: false }
}

/** A page of all users of a plan. Pages in the second half are read from the end of the index. */
async function listUsers(
  db: Db,
  filter: Filter,
  { offset, limit, total }: Paging & { total: number },
): Promise<PersonRow[]> {
  const isNearEnd = offset > total / 2
  const take = Math.max(0, isNearEnd ? Math.min(limit, total - offset) : limit)
  const skip = isNearEnd ? Math.max(0, total - offset - take) : offset
  const direction = isNearEnd ? 'asc' : 'desc'
  // Skips rows in the index alone; only the page's own rows are read.
  const ids = users(db, filter)
    .select('id')
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .offset(skip)
    .limit(take)
  return byIds(db, ids)
}

/**
 * A page of a search, and the number of matches. Few matches are found by the trigram index and sorted here; with
 * many, a scan from the newest user finds a page quickly.
 * @param planTotal number of users with the filter's plan.
 */
async function searchUsers(
  db: Db,
  filter: Filter,
  { offset, limit, planTotal }: Paging & { planTotal: number },
): Promise<{ rows: PersonRow[]; total: number; isCapped: boolean }> {
  const matches = await users(db, filter, planTotal <= SCAN_THRESHOLD ? 'scan' : 'index')
    .select(['id', 'createdAt'])
    .limit(MAX_COUNTED + 1)
    .execute()
  if (matches.length > MAX_COUNTED) {
    const take = Math.max(0, Math.min(limit, MAX_COUNTED - offset))
    const scanned = users(db, filter)
      .select('id')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(take)
    return { rows: await byIds(db, scanned), total: MAX_COUNTED, isCapped: true }
  }
  const ids = matches
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(offset, offset + limit)
    .map(({ id }) => id)
  const rows = ids.length > 0 ? await byIds(db, ids) : []
  return { rows, total: matches.length, isCapped: false }
}

/** Newest first. */
export function byIds(
  db: Db,
  ids: string[] | SelectQueryBuilder<DB, 'users', { id: string }>,
): Promise<PersonRow[]> {
  return db
    .selectFrom('users')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The next batch of an export, newest first. */
export function listUsersAfter(
  db: Db,
  filter: Filter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<PersonRow[]> {
  return users(db, filter)
    .select(columns)
    .$if(cursor !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${cursor!.createdAt}, ${cursor!.id}::uuid)`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Counts by plan name, maintained by triggers; the empty name counts users without a plan. */
export async function countByPlan(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscriberCounts')
    .select(['planName', (eb) => eb.fn.sum<number>('total').as('total')])
    .groupBy('planName')
    .having((eb) => eb.fn.sum('total'), '>', 0)
    .execute()
  return new Map(rows.map(({ planName, total }) => [planName, Number(total)]))
}

export function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

/**
 * A row has the period that ends last, which may be the last of several months. If it hasn't started, or its renewal may
 * still be paid, shows the current access to the same plan, or else the next, instead.
 */
export async function withCurrentPeriod(db: Db, row: PersonRow, now: Date): Promise<PersonRow> {
  const { planName, periodStart, periodEnd } = row
  if (planName === null || !periodStart || !periodEnd) return row
  const isRunning = periodStart <= now && now < periodEnd
  const isOver = +now - +periodEnd >= PENDING_GRACE_DAYS * DAY_MS
  if (isRunning || isOver) return row
  return { ...row, ...(await periodOfPlan(db, row.id, planName, now)) }
}
