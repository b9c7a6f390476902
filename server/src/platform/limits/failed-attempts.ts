import { DAY_MS, MINUTE_MS } from '@docketbox/contract/core/units'
import { createHash } from 'node:crypto'
import type { Db } from '#platform/database/database.ts'
import type { Limit } from './counter.ts'

/** Failures without a wait are forgotten 15 minutes after the first one. */
const FREE_FAILURES = { max: 5, windowMs: 15 * MINUTE_MS }

/** Far more than an owner needs; above it, guesses from everywhere together have to wait. */
export const FREE_EVERYWHERE = { max: 100, windowMs: DAY_MS }

/**
 * Limits failed attempts on an {@link attemptKey} (requirement 11): the fifth one within 15 minutes makes the next attempt
 * wait for a second, and each further one for twice as long, up to 15 minutes. Attempts are counted before they are
 * known to fail, so that parallel ones can't slip past; one that succeeds calls forgetFailures.
 */
export function failureLimit(key: string, free: Pick<Limit, 'max' | 'windowMs'> = FREE_FAILURES): Limit {
  return { ...free, key: `failures/${key}`, hasDelays: true }
}

/**
 * Names what is being guessed: the password or code of an account, the password of an unknown name, the passcode of a
 * room.
 * @param from the network or device that guesses, if each one is counted separately.
 */
export function attemptKey(
  kind: 'password' | 'code' | 'passcode',
  account: { id: string } | { name: string },
  from = '',
): string {
  const name =
    'id' in account ? account.id : createHash('sha256').update(account.name.toLowerCase()).digest('base64url')
  return `${kind}:${name}${from && `:${from}`}`
}

/** Resets the failure counts of these limits. */
export async function forgetFailures(db: Db, failures: readonly Limit[]): Promise<void> {
  await db
    .deleteFrom('rateLimits')
    .where(
      'key',
      'in',
      failures.map(({ key }) => key),
    )
    .execute()
}
