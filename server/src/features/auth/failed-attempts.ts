import { createHash } from 'node:crypto'
import { commonRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database'
import { Refusal } from '#platform/refusal'
import { type Attempts, afterFailure, waitSeconds } from './rules.ts'

/** Names what is guessed at: a password or a second factor, of an account or of a name that is none. */
export function attemptKey(kind: 'password' | 'code', account: { id: string } | { name: string }): string {
  if ('id' in account) return `${kind}:${account.id}`
  return `${kind}:${createHash('sha256').update(account.name.toLowerCase()).digest('base64url')}`
}

/**
 * Counts an attempt as failed before it is known to be, so that many at once cannot slip past the count; one that
 * succeeds calls {@link forgetFailures}.
 * @returns how many failures there are now.
 * @throws Refusal 429 with the seconds to wait while the account is waiting.
 */
export function countAttempt(db: Db, key: string, now: Date): Promise<number> {
  return db.transaction().execute(async (db) => {
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
    if (retryAfterSeconds > 0) throw new Refusal(commonRefusals.tooManyRequests, { retryAfterSeconds })
    const after = afterFailure(before ?? fresh, now)
    await db.updateTable('failedAttempts').set(after).where('key', '=', key).execute()
    return after.failures
  })
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('failedAttempts').where('key', '=', key).execute()
}
