import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { increment } from './counter.ts'

const MINUTE_MS = 60_000
/** Failures without a wait are forgotten 15 minutes after the first one. */
const FREE_WINDOW_MS = 15 * MINUTE_MS
/** Waits keep growing for a day after the last failure, unless a login succeeds. */
const DELAYED_WINDOW_MS = 24 * 60 * MINUTE_MS

/**
 * Counts an attempt on an {@link attemptKey} as failed (decision 11): the fifth failure within 15 minutes makes the
 * next attempt wait for a second, and each further one for twice as long, up to 15 minutes.
 * @returns the number of failures, this one included.
 * @throws Refusal 429 with the seconds to wait.
 */
export function countAttempt(db: Db, key: string): Promise<number> {
  const now = Date.now()
  const lastAttempt = sql<number>`counter.expire - ${sql.lit(DELAYED_WINDOW_MS)}`
  return increment(db, rowKey(key), now, {
    expire: now + FREE_WINDOW_MS,
    nextExpire: sql`case when counter.points < 4 then counter.expire else ${now + DELAYED_WINDOW_MS} end`,
    acceptedFrom: sql`case when counter.points < 5 then 0
      else ${lastAttempt} + 1000 * least(15 * 60, 2 ^ least(counter.points - 5, 10)) end`,
  })
}

/** Names what is being guessed: the password or code of an account, the password of an unknown name, the passcode of a room. */
export function attemptKey(
  kind: 'password' | 'code' | 'passcode',
  account: { id: string } | { name: string },
): string {
  if ('id' in account) return `${kind}:${account.id}`
  return `${kind}:${createHash('sha256').update(account.name.toLowerCase()).digest('base64url')}`
}

/** Ends the count of an {@link attemptKey}, as part of the transaction `db`. */
export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rateLimits').where('key', '=', rowKey(key)).execute()
}

function rowKey(key: string): string {
  return `failures/${key}`
}
