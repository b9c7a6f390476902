import { DAY_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { rateLimited } from '#platform/http/refusal.ts'

export type Limit = Readonly<{
  key: string
  /** How many are accepted before the next one has to wait. */
  max: number
  /** When the count starts again, counted from the first one. */
  windowMs: number
  /**
   * Beyond `max`, calls have to wait until the window ends. With `hasDelays`, one is accepted after each wait instead;
   * waits start at a second and double up to 15 minutes.
   */
  hasDelays: boolean
}>

/** Waits keep growing for a day after the last one that was counted. */
const DELAYS_WINDOW_MS = DAY_MS
const MAX_DELAY_SECONDS = 15 * 60

/** When the next call is accepted, in milliseconds. */
const acceptedFrom = sql<number>`case
  when counter.points < limits.max then 0
  when limits.has_delays then counter.expire - ${sql.lit(DELAYS_WINDOW_MS)}
    + 1000 * least(${sql.lit(MAX_DELAY_SECONDS)}, 2 ^ least(counter.points - limits.max, 10))
  else counter.expire end`

type Row = { key: string; points: number | null; acceptedFrom: number | null }

/**
 * Counts one more of every limit in one statement, so that parallel calls can't slip past, or none of them if one
 * refuses. Every process of the product shares the counts.
 * @returns the counts in the order of `limits`, this one included.
 * @throws Refusal 429 with the seconds to wait.
 */
export async function countAll(db: Db, limits: readonly Limit[]): Promise<number[]> {
  const now = Date.now()
  const { rows } = await sql<Row>`
    with limits as materialized (
      select limits.*, (
        select ${acceptedFrom} from rate_limits as counter
        where counter.key = limits.key and counter.expire > ${now}
      ) as accepted_from
      from unnest(
        ${limits.map(({ key }) => key)}::text[], ${limits.map(({ max }) => max)}::int[],
        ${limits.map(({ windowMs }) => now + windowMs)}::bigint[], ${limits.map(({ hasDelays }) => hasDelays)}::bool[]
      ) as limits (key, max, expire, has_delays)
    ), counted as (
      insert into rate_limits as counter (key, points, expire)
      select key, 1, expire from limits
      where not exists (select from limits where accepted_from > ${now})
      order by key
      on conflict (key) do update set
        points = case when counter.expire <= ${now} then 1 else counter.points + 1 end,
        expire = case
          when counter.expire <= ${now} then excluded.expire
          when (select limits.has_delays and counter.points + 1 >= limits.max from limits where limits.key = counter.key)
            then ${now + DELAYS_WINDOW_MS}
          else counter.expire end
      where counter.expire <= ${now}
        or (select ${acceptedFrom} from limits where limits.key = counter.key) <= ${now}
      returning counter.key, counter.points
    )
    select limits.key, counted.points, limits.accepted_from from limits left join counted using (key)`.execute(
    db,
  )
  const waitMs = Math.max(...rows.map(({ acceptedFrom }) => (acceptedFrom ?? 0) - now))
  // Of parallel calls, all but the first ones find out only when they count.
  if (waitMs > 0 || rows.some(({ points }) => points === null))
    throw rateLimited(Math.max(1, Math.ceil(waitMs / 1000)))
  const counts = new Map(rows.map(({ key, points }) => [key, points!]))
  return limits.map(({ key }) => counts.get(key)!)
}
