import type { RateLimit } from '@docketbox/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { increment } from './counter.ts'
import { countAttempt } from './failed-attempts.ts'

export type RateLimits = {
  /**
   * Counts one call of `name` by `key`.
   * @throws Refusal 429 with the seconds to wait once `limit.max` is passed.
   */
  consume(name: string, key: string, limit: Omit<RateLimit, 'per'>): Promise<void>
  /**
   * Counts an attempt to log in as failed before it is known to be, so that parallel attempts can't slip past the
   * count; one that succeeds calls forgetFailures.
   * @returns the number of failures, this one included.
   * @throws Refusal 429 with the seconds to wait.
   */
  countAttempt(key: string): Promise<number>
}

export function createRateLimits(db: Db): RateLimits {
  return {
    async consume(name, key, { max, windowSeconds }) {
      const now = Date.now()
      // A limit that changes starts anew.
      await increment(db, `${name}/${max}/${windowSeconds}:${key}`, now, {
        expire: now + windowSeconds * 1000,
        nextExpire: sql`counter.expire`,
        acceptedFrom: sql`case when counter.points < ${max} then 0 else counter.expire end`,
      })
    },
    countAttempt: (key) => countAttempt(db, key),
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
