import { paymentRefusals } from '@docketbox/contract'
import type { z } from 'zod'
import type { Job } from '#platform/jobs/jobs.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from '../deps.ts'
import { isUnavailable, typeOf } from '../stripe.ts'

type OutageDeps = Pick<PaymentDeps, 'db' | 'jobs' | 'log' | 'payments'>

/**
 * Does a job's work. While Stripe is unavailable, queues the job again at a fixed interval: a job's own retries back off, so
 * customers would still wait for minutes once Stripe is back.
 */
export async function retryInOutage<Schema extends z.ZodType>(
  deps: OutageDeps,
  work: () => Promise<void>,
  { job, data, singletonKey }: { job: Job<Schema>; data: z.input<Schema>; singletonKey?: string },
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isOutage(error)) throw error
    deps.log.warn({ job: job.name, err: error }, 'Stripe is unavailable: a job is queued again')
    const options = { startAfter: nextLook(deps), ...(singletonKey !== undefined && { singletonKey }) }
    await deps.jobs.enqueue(deps.db, job, data, options)
  }
}

/** When to look up the outcome of a payment again. */
export function nextLook({ payments }: Pick<PaymentDeps, 'payments'>): Date {
  return new Date(Date.now() + payments.waits.lookUpEveryMs)
}

/** Whether all that went wrong is that Stripe can't be reached, is failing, or doesn't accept our key: it may have been rolled. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOutage)
  if (typeOf(error) === 'StripeAuthenticationError' || isUnavailable(error)) return true
  return error instanceof Refusal && error.spec === paymentRefusals.unavailable
}
