import type { RateLimit } from '@docketbox/contract'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimited } from '#platform/http/refusal.ts'

export type Limit = Omit<RateLimit, 'per'>

/** A counter in Postgres, so that every process of the product shares the count. */
export function createLimiter(
  pool: pg.Pool,
  name: string,
  limit: Limit,
  inMemoryBlockOnConsumed = 0,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // The job deleteExpiredLimits does it.
    clearExpiredByTimeout: false,
    keyPrefix: prefixOf(name, limit),
    points: limit.max,
    duration: limit.windowSeconds,
    inMemoryBlockOnConsumed,
  })
}

/** What the keys of a limiter start with; a limit that changes starts anew. */
export function prefixOf(name: string, { max, windowSeconds }: Limit): string {
  return `${name}/${max}/${windowSeconds}`
}

/** Turns a limiter's rejection into a Refusal 429 with the seconds to wait; throws anything else as it is. */
export function refuseLimited(thrown: unknown): never {
  if (!(thrown instanceof RateLimiterRes)) throw thrown
  throw rateLimited(Math.max(1, Math.ceil(thrown.msBeforeNext / 1000)))
}
