import { commonRefusals } from '@docketbox/contract'
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel'
import { Refusal } from '#platform/http/refusal.ts'

/** The error code for an object that isn't in the store. */
const NOT_STORED = 'ENOENT'
const RETRIES = 2
const FIRST_DELAY_MS = 200
const MAX_DELAY_MS = 2_000
/** After this many failed calls in a row, none is tried for a moment. */
const FAILURES = 3
const BREAK_MS = 5_000

/** Runs a call of the store. @throws Refusal with `Retry-After` while the store doesn't respond or refuses our keys. */
export type StoreCall = <Result>(call: () => Promise<Result>) => Promise<Result>

/** Retries failed calls with growing delays, and fails at once while the store is away. */
export function storeCalls({ breakMs = BREAK_MS } = {}): StoreCall {
  const retrying = retry(handleWhen(isWorthRetrying), {
    maxAttempts: RETRIES,
    backoff: new ExponentialBackoff({ initialDelay: FIRST_DELAY_MS, maxDelay: MAX_DELAY_MS }),
  })
  const breaking = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: breakMs,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  const policy = wrap(retrying, breaking)
  const retryAfterSeconds = Math.ceil(breakMs / 1000)
  return async (call) => {
    try {
      return await policy.execute(call)
    } catch (error) {
      if (!isOutage(error) && !isMisconfigured(error)) throw error
      throw Object.assign(new Refusal(commonRefusals.unavailable, { retryAfterSeconds }), { cause: error })
    }
  }
}

/** After a timeout, a user has waited long enough. */
function isWorthRetrying(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'RequestTimeTooSkewed') return true
  // The SDK calls a connection that was cut off a timeout too, but keeps its code.
  const isTimeout = name === 'TimeoutError' && code === undefined
  return isOutage(error) && !isTimeout && !(error instanceof BrokenCircuitError)
}

/** Whether the store is to blame, not the call: it doesn't respond, or reports an internal error. */
function isOutage(error: unknown): boolean {
  const status = statusOf(error)
  if ((error as NodeJS.ErrnoException).code === NOT_STORED) return false
  return status === 0 || status >= 500 || status === 408 || status === 429
}

/** Whether the store refuses our keys or region, or has no such bucket. */
function isMisconfigured(error: unknown): boolean {
  const { name } = error as Error
  // It may only refuse this file, which is in an archive or mustn't be deleted. The others are checked or deleted then.
  if (name === 'InvalidObjectState' || name === 'AccessDenied') return false
  const isOther = name === 'NoSuchBucket' || name === 'AuthorizationHeaderMalformed'
  return isOther || [301, 401, 403].includes(statusOf(error))
}

/** Says in one sentence why a store can't be used. @returns undefined if the error isn't the store's. */
export function explainStoreError(error: unknown, location: string): string | undefined {
  if (!(error instanceof Error && '$metadata' in error)) return undefined
  const status = statusOf(error)
  if (status === 0 || status >= 500) return `${location} doesn’t respond (${error.name}).`
  if (status === 404) return `${location} doesn’t exist.`
  return `${location} refuses our keys or region (${status} ${error.name}).`
}

export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
}

/** The error of reading an object: `ENOENT` if it isn't in the store. */
export function readError(error: unknown, key: string): unknown {
  return isAbsent(error) ? Object.assign(new Error(`${key} is not stored.`), { code: NOT_STORED }) : error
}

/** 0 when there was no response. */
function statusOf(error: unknown): number {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
}
