import type { RateLimit } from '@docketbox/contract'
import type pg from 'pg'
import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { tooOften } from '#platform/http/refusal.ts'

/** Counts calls in Postgres, so that every process of the product shares the count. */
export type RateLimits = {
  /**
   * Counts one call of `name` by `key`.
   * @throws Refusal 429 with the seconds to wait once `limit.max` is passed.
   */
  consume(name: string, key: string, limit: Omit<RateLimit, 'per'>): Promise<void>
  /** Forgets the calls counted so far. */
  reset(name: string, key: string, limit: Omit<RateLimit, 'per'>): Promise<void>
}

export function rateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()

  function limiterFor(name: string, { max, windowSeconds }: Omit<RateLimit, 'per'>): RateLimiterPostgres {
    const keyPrefix = `${name}/${max}/${windowSeconds}`
    const known = limiters.get(keyPrefix)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points: max,
      // Whoever is over the limit is refused from memory until it ends, so that a flood does not reach the database.
      inMemoryBlockOnConsumed: max,
      duration: windowSeconds,
    })
    limiters.set(keyPrefix, limiter)
    return limiter
  }

  return {
    async consume(name, key, limit) {
      try {
        await limiterFor(name, limit).consume(key)
      } catch (thrown) {
        if (!(thrown instanceof RateLimiterRes)) throw thrown
        const retryAfterSeconds = Math.max(1, Math.ceil(thrown.msBeforeNext / 1000))
        throw tooOften(retryAfterSeconds)
      }
    },
    async reset(name, key, limit) {
      await limiterFor(name, limit).delete(key)
    },
  }
}

/** Counts whose time is over say nothing any more. */
export const forgetOldCounts = defineJob(
  'rate-limits.forget-old-counts',
  z.object({}),
  async ({ db, now }) => {
    await db.deleteFrom('rateLimits').where('expire', '<', now().getTime()).execute()
  },
  { cron: '20 * * * *' },
)
