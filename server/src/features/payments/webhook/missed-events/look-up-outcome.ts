import { MINUTE_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { defineJob, type Job } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../../deps.ts'
import { handleMissedEvents } from './reconciliation.ts'
import { isOutage, nextLook, retryInOutage } from '../../jobs/retry-in-outage.ts'

/** Six minutes: outcomes of the same minute are looked up together, and each has at least five. */
const LOOKS = 24

const schema = z.object({
  /** How many more times to look. */
  left: z.int().min(0),
  /** The minute in which it was requested; jobs of an earlier version have none. */
  minute: z.string().default('events'),
})

/** Events of the payment may be older than the minute in which we stopped waiting for it. Clocks differ, too. */
const OVERLAP_MS = 10 * MINUTE_MS

/**
 * Fetches events every 15 seconds after a payment whose outcome we couldn't learn, until Stripe has had five minutes. While
 * it's unavailable they don't pass.
 */
export const lookUpOutcome: Job<typeof schema> = defineJob(
  'payments.lookUpOutcome',
  schema,
  async (deps, { left, minute }) => {
    const look = async () => {
      await handleMissedEvents(deps, startOf(minute)).catch((error: unknown) => {
        if (left === 0 || !(error instanceof AggregateError) || isOutage(error)) throw error
        // The next look tries them again, without backing off for the others.
        deps.log.error({ err: error }, 'some events couldn’t be handled yet')
      })
      if (left === 0) return
      const next = { startAfter: nextLook(deps), singletonKey: minute }
      await deps.jobs.enqueue(deps.db, lookUpOutcome, { left: left - 1, minute }, next)
    }
    await retryInOutage(deps, look, {
      job: lookUpOutcome,
      data: { left: LOOKS, minute },
      singletonKey: minute,
    })
  },
  { retries: 20, retryDelaySeconds: 10, policy: 'short' },
)

/** The time from which events may tell the outcome; undefined if we don't know when it was requested. */
function startOf(minute: string): Date | undefined {
  const at = Number(minute) * MINUTE_MS
  return Number.isNaN(at) ? undefined : new Date(at - OVERLAP_MS)
}

/** Looks for the outcome of a payment from now on. */
export async function requestLookUp({
  db,
  jobs,
  now,
}: Pick<PaymentDeps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const minute = String(Math.floor(+now() / MINUTE_MS))
  await jobs.enqueue(db, lookUpOutcome, { left: LOOKS, minute }, { singletonKey: minute })
}
