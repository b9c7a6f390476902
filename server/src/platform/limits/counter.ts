import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { rateLimited } from '#platform/http/refusal.ts'

type Rules = {
  /** When the count begins anew, in milliseconds, if it begins now. */
  expire: number
  /** The same for a count that continues; it may refer to `counter`, the row so far. */
  nextExpire: RawBuilder<number>
  /** From when on the next call is accepted, in milliseconds. */
  acceptedFrom: RawBuilder<number>
}

/**
 * Counts one more under `key`, in one statement, so that parallel calls can't slip past. Every process of the product
 * shares the count.
 * @param now in milliseconds.
 * @returns the count, this one included.
 * @throws Refusal 429 with the seconds to wait; what is refused is not counted.
 */
export async function increment(
  db: Db,
  key: string,
  now: number,
  { expire, nextExpire, acceptedFrom }: Rules,
): Promise<number> {
  const counted = await sql<{ points: number }>`
    insert into rate_limits as counter (key, points, expire) values (${key}, 1, ${expire})
    on conflict (key) do update set
      points = case when counter.expire <= ${now} then 1 else counter.points + 1 end,
      expire = case when counter.expire <= ${now} then excluded.expire else ${nextExpire} end
    where counter.expire <= ${now} or ${acceptedFrom} <= ${now}
    returning points`.execute(db)
  if (counted.rows[0]) return counted.rows[0].points
  const refused = await sql<{ from: number }>`
    select ${acceptedFrom} as from from rate_limits as counter where key = ${key}`.execute(db)
  const waitMs = (refused.rows[0]?.from ?? now) - now
  throw rateLimited(Math.max(1, Math.ceil(waitMs / 1000)))
}
