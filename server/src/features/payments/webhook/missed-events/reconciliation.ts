import { DAY_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { resumePayOuts } from '../../refunds/credit-refunds/pay-out.ts'
import type { PaymentDeps } from '../../deps.ts'
import {
  deleteEventsBefore,
  deleteUnclaimedSubscriptions,
  findLastFetch,
  findRecordedEvents,
  saveFetch,
} from '../../stripe-store.ts'
import { isOurVersion } from '../event-version.ts'
import { eventTypes, handleEvent } from '../handle-event.ts'

const STRIPE_RETENTION_DAYS = 30
const RETENTION_DAYS = 90
/** Events may be listed late, so we look further back than the last fetch. */
const OVERLAP_DAYS = 3
const BATCH_SIZE = 100
/** Stripe refuses a list with more. */
const MAX_TYPES = 20

/** Asks Stripe for events that never arrived, every night and at each start, and handles them like any other. */
export const reconcile = defineJob(
  'payments.reconcile',
  z.object({}),
  async (deps) => {
    try {
      const missed = await handleMissedEvents(deps)
      if (missed > 0) deps.log.warn({ missed }, 'payment events had not arrived and were fetched')
    } finally {
      // One event that can't be handled doesn't hold up the rest for weeks.
      await resumePayOuts(deps, new Date(deps.now().getTime() - DAY_MS))
      const before = new Date(deps.now().getTime() - RETENTION_DAYS * DAY_MS)
      await deleteEventsBefore(deps.db, before)
      await deleteUnclaimedSubscriptions(deps.db, before)
    }
  },
  { cron: '30 2 * * *', policy: 'short', retries: 8, retryDelaySeconds: 300, timeoutSeconds: 3_600 },
)

/**
 * Queues fetching the events that were sent while the product was down. Stripe's next attempt may be hours away, and
 * customers who have paid are waiting for their access.
 */
export function requestReconciliation({ jobs }: Pick<PaymentDeps, 'jobs'>, db: Db): Promise<void> {
  return jobs.enqueue(db, reconcile, {}, { singletonKey: 'scheduled' })
}

/**
 * Handles the events that were missed since they were last fetched completely. One that fails doesn't hold up the others.
 * @param since handles only those from then on, which leaves a gap before it for the next time.
 * @returns how many had been missed.
 * @throws AggregateError if some of them can't be handled yet: they're fetched again next time.
 */
export async function handleMissedEvents(deps: PaymentDeps, since?: Date): Promise<number> {
  const stripe = await deps.payments.client()
  const startedAt = deps.now()
  const failures: unknown[] = []
  let [missed, refused] = [0, 0]
  const handleMissed = async (event: Stripe.Event) => {
    if (!(await isOurVersion(deps, stripe, event))) refused++
    else if (await handleEvent(deps, event)) missed++
  }
  for await (const batch of listEvents(stripe, since ?? (await findStart(deps, startedAt)))) {
    const recorded = await findRecordedEvents(
      deps.db,
      batch.map(({ id }) => id),
    )
    for (const event of batch)
      if (!recorded.has(event.id))
        await handleMissed(event).catch((error: unknown) => void failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some events couldn’t be handled yet.')
  if (refused === 0 && since === undefined) await saveFetch(deps.db, startedAt)
  return missed
}

async function findStart({ db }: Pick<PaymentDeps, 'db'>, now: Date): Promise<Date> {
  const oldest = +now - STRIPE_RETENTION_DAYS * DAY_MS
  const last = await findLastFetch(db)
  // A fetch in the future is from when the clock was ahead.
  return new Date(last && last <= now ? Math.max(oldest, +last - OVERLAP_DAYS * DAY_MS) : oldest)
}

async function* listEvents(stripe: Stripe, since: Date): AsyncGenerator<Stripe.Event[]> {
  let batch: Stripe.Event[] = []
  for (let first = 0; first < eventTypes.length; first += MAX_TYPES) {
    const list = stripe.events.list({
      types: eventTypes.slice(first, first + MAX_TYPES),
      created: { gte: Math.floor(+since / 1000) },
      limit: BATCH_SIZE,
    })
    for await (const event of list) {
      batch.push(event)
      if (batch.length < BATCH_SIZE) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
