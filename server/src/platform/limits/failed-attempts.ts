import { createHash } from 'node:crypto'
import type { Db } from '#platform/database/database.ts'
import { keptStatement } from '#platform/database/prepared-query.ts'
import { tooOften } from '#platform/http/refusal.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Decision 11: five failures in a quarter of an hour, then waits that grow to a quarter of an hour. */
const FREE_FAILURES = 5
const WINDOW = 15 * MINUTE
/** Once waits have begun, only a good sign-in, a reset or a quiet day ends them. */
const FORGET_AFTER = 24 * HOUR

export type Attempts = { failures: number; firstAt: Date; lastAt: Date; blockedUntil: Date }

/** How long an account still waits, in whole seconds; 0 when it may be tried. */
export function waitSeconds({ blockedUntil }: Attempts, now: Date): number {
  return Math.max(0, Math.ceil((blockedUntil.getTime() - now.getTime()) / SECOND))
}

/** The count after one more failure, and until when it makes the next attempt wait. */
export function afterFailure(before: Attempts, now: Date): Attempts {
  const isWaiting = before.failures >= FREE_FAILURES
  const isForgotten = isWaiting
    ? now.getTime() - before.lastAt.getTime() > FORGET_AFTER
    : now.getTime() - before.firstAt.getTime() > WINDOW
  const failures = isForgotten ? 1 : before.failures + 1
  const wait = failures < FREE_FAILURES ? 0 : Math.min(WINDOW, 2 ** (failures - FREE_FAILURES) * SECOND)
  return {
    failures,
    firstAt: isForgotten ? now : before.firstAt,
    lastAt: now,
    blockedUntil: new Date(now.getTime() + wait),
  }
}

/** Names what is guessed at: a password or a second factor, of an account or of a name that is none. */
export function attemptKey(kind: 'password' | 'code', account: { id: string } | { name: string }): string {
  if ('id' in account) return `${kind}:${account.id}`
  return `${kind}:${createHash('sha256').update(account.name.toLowerCase()).digest('base64url')}`
}

/** What {@link attemptKey} says of an account, in SQL, where `id` is a column. */
export function accountKey(kind: 'password' | 'code', id: string): string {
  return `'${kind}:' || ${id}`
}

/**
 * Counts the first of failed attempts, as a part of some statement with the value `now`; answers no row when there
 * were others before. One makes nobody wait.
 * @param key in SQL.
 */
export function beginCounting(key: string): string {
  return `insert into failed_attempts (key, failures, first_at, last_at, blocked_until)
    select ${key}, 1, now, now, now from (select :now::timestamptz as now) as moment
    on conflict do nothing returning key`
}

const begin = keptStatement<{ key: string; now: Date }, { key: string }>(beginCounting(':key::text'))

/**
 * Counts an attempt as failed before it is known to be, so that many at once cannot slip past the count; one that
 * succeeds calls {@link forgetFailures}.
 * @returns how many failures there are now.
 * @throws Refusal 429 with the seconds to wait while the account is waiting.
 */
export async function countAttempt(db: Db, key: string, now: Date): Promise<number> {
  // Most attempts are the first after a good one.
  if ((await begin(db, { key, now })).length > 0) return 1
  return inTransaction(db, async (db) => {
    const fresh: Attempts = { failures: 0, firstAt: now, lastAt: now, blockedUntil: now }
    await db
      .insertInto('failedAttempts')
      .values({ key, ...fresh })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const before = await db
      .selectFrom('failedAttempts')
      .select(['failures', 'firstAt', 'lastAt', 'blockedUntil'])
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst()
    const retryAfterSeconds = waitSeconds(before ?? fresh, now)
    if (retryAfterSeconds > 0) throw tooOften(retryAfterSeconds)
    const after = afterFailure(before ?? fresh, now)
    await db.updateTable('failedAttempts').set(after).where('key', '=', key).execute()
    return after.failures
  })
}

/** Forgets failed attempts, as a part of some statement with the value `attempts`, their key. */
export const forgetting = 'delete from failed_attempts where key = :attempts'
const forget = keptStatement<{ attempts: string }, object>(forgetting)

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await forget(db, { attempts: key })
}
