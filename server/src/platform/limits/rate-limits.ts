import { DAY_MS } from '@docketbox/contract/core/units'
import type { RateLimit } from '@docketbox/contract'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { countAll, type Limit } from './counter.ts'

export type RateLimits = {
  /**
   * Counts one more of every limit, in one round trip, or none of them if one refuses.
   * @returns the counts in the order of `limits`, this one included.
   * @throws Refusal 429 with the seconds to wait.
   */
  count(limits: readonly Limit[]): Promise<number[]>
  /** Counts one call of `name` by `key`. @throws Refusal 429 with the seconds to wait once `limit.max` is passed. */
  consume(name: string, key: string, limit: Omit<RateLimit, 'per'>): Promise<void>
  /** Counts one call of `name` by `key`, unless `limit.max` is passed. @returns whether it was counted. */
  tryConsume(name: string, key: string, limit: Omit<RateLimit, 'per'>): Promise<boolean>
}

export function createRateLimits(db: Db): RateLimits {
  return {
    count: (limits) => countAll(db, limits),
    async consume(name, key, limit) {
      await countAll(db, [callLimit(name, key, limit)])
    },
    async tryConsume(name, key, limit) {
      try {
        await countAll(db, [callLimit(name, key, limit)])
        return true
      } catch (thrown) {
        if (thrown instanceof Refusal) return false
        throw thrown
      }
    },
  }
}

/** Limits calls of `name` by `key`. A limit that changes starts again. */
export function callLimit(name: string, key: string, { max, windowSeconds }: Omit<RateLimit, 'per'>): Limit {
  return {
    key: `${name}/${max}/${windowSeconds}:${key}`,
    max,
    windowMs: windowSeconds * 1000,
    hasDelays: false,
  }
}

/** No count lasts longer than a day, unless the clock was ahead when it began. */
const MAX_COUNT_MS = 2 * DAY_MS

export const deleteExpiredLimits = defineJob(
  'rate-limits.forget-old-counts',
  z.object({}),
  async ({ db, now }) => {
    const at = now().getTime()
    await db
      .deleteFrom('rateLimits')
      .where((limit) => limit.or([limit('expire', '<', at), limit('expire', '>', at + MAX_COUNT_MS)]))
      .execute()
  },
  { cron: '20 * * * *' },
)
