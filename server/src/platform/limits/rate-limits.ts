import type pg from 'pg'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { createAttemptCounter } from './failed-attempts.ts'
import { createLimiter, type Limit, prefixOf, refuseLimited } from './limiter.ts'

export type RateLimits = {
  /**
   * Counts one call of `name` by `key`.
   * @throws Refusal 429 with the seconds to wait once `limit.max` is passed.
   */
  consume(name: string, key: string, limit: Limit): Promise<void>
  /** Forgets the calls counted so far. */
  reset(name: string, key: string, limit: Limit): Promise<void>
  /**
   * Counts an attempt to log in as failed before it is known to be, so that parallel attempts can't slip past the
   * count; one that succeeds calls forgetFailures.
   * @returns the number of failures, this one included.
   * @throws Refusal 429 with the seconds to wait.
   */
  countAttempt(key: string): Promise<number>
}

export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()

  function limiterFor(name: string, limit: Limit): RateLimiterPostgres {
    const id = prefixOf(name, limit)
    // Callers over the limit are refused from memory, so that a flood doesn't reach the database.
    const limiter = limiters.get(id) ?? createLimiter(pool, name, limit, limit.max)
    limiters.set(id, limiter)
    return limiter
  }

  return {
    consume: async (name, key, limit) =>
      void (await limiterFor(name, limit).consume(key).catch(refuseLimited)),
    reset: async (name, key, limit) => void (await limiterFor(name, limit).delete(key)),
    countAttempt: createAttemptCounter(pool),
  }
}

export const deleteExpiredLimits = defineJob(
  'rate-limits.forget-old-counts',
  z.object({}),
  async ({ db, now }) => {
    await db.deleteFrom('rateLimits').where('expire', '<', now().getTime()).execute()
  },
  { cron: '20 * * * *' },
)
