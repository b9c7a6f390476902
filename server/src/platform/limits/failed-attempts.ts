import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Db } from '#platform/database/database.ts'
import { createLimiter, type Limit, prefixOf, refuseLimited } from './limiter.ts'

const MINUTE = 60
const MAX_WAIT_SECONDS = 15 * MINUTE

/** Decision 11: the fifth failure within 15 minutes makes the next attempt wait, and each further one for longer. */
const limits = {
  'free failures': { max: 4, windowSeconds: 15 * MINUTE },
  /** Waits keep growing for a day, unless a login succeeds. */
  'delayed failures': { max: Number.MAX_SAFE_INTEGER, windowSeconds: 24 * 60 * MINUTE },
  /** Taken by one attempt, for as long as the next one has to wait. */
  'turn after failures': { max: 1, windowSeconds: MAX_WAIT_SECONDS },
} satisfies Record<string, Limit>

/** How long the next attempt waits after so many delayed ones. */
export function waitSeconds(delayedFailures: number): number {
  return Math.min(MAX_WAIT_SECONDS, 2 ** delayedFailures)
}

/** What `RateLimits` calls countAttempt. */
export function createAttemptCounter(pool: pg.Pool): (key: string) => Promise<number> {
  const limiter = (name: keyof typeof limits) => createLimiter(pool, name, limits[name])
  const free = limiter('free failures')
  const delayed = limiter('delayed failures')
  const turn = limiter('turn after failures')

  return async (key) => {
    const earlier = (await delayed.get(key))?.consumedPoints ?? 0
    if (earlier === 0) {
      const { consumedPoints } = await free.penalty(key)
      if (consumedPoints <= free.points) return consumedPoints
    }
    await turn.consume(key, 1, { customDuration: waitSeconds(earlier) }).catch(refuseLimited)
    return free.points + (await delayed.penalty(key)).consumedPoints
  }
}

/** Names what is being guessed: the password or the code of an account, or the password of an unknown name. */
export function attemptKey(kind: 'password' | 'code', account: { id: string } | { name: string }): string {
  if ('id' in account) return `${kind}:${account.id}`
  return `${kind}:${createHash('sha256').update(account.name.toLowerCase()).digest('base64url')}`
}

/** Ends the count of an {@link attemptKey}, as part of the transaction `db`. */
export async function forgetFailures(db: Db, key: string): Promise<void> {
  const keys = Object.entries(limits).map(([name, limit]) => `${prefixOf(name, limit)}:${key}`)
  await db.deleteFrom('rateLimits').where('key', 'in', keys).execute()
}
