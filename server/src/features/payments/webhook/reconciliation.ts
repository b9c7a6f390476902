import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { resumePayOuts } from '../credit-refunds/pay-out.ts'
import type { PaymentDeps } from '../deps.ts'
import { deleteEventsBefore, findRecordedEvents, latestEventAt } from '../stripe-store.ts'
import { isOurVersion } from './event-version.ts'
import { eventTypes, handleEvent } from './handle-event.ts'

const DAY_MS = 24 * 3_600_000
const STRIPE_RETENTION_DAYS = 30
const RETENTION_DAYS = 90
/** Events may arrive late, so we look further back than the latest one we have. */
const OVERLAP_DAYS = 3
const BATCH_SIZE = 100
/** Stripe refuses a list with more. */
const MAX_TYPES = 20

/** Asks Stripe for events that never arrived, every night and at each start, and handles them like any other. */
export const reconcile = defineJob(
  'payments.reconcile',
  z.object({}),
  async (deps) => {
    const missed = await handleMissedEvents(deps)
    if (missed > 0) deps.log.warn({ missed }, 'payment events had not arrived and were fetched')
    await resumePayOuts(deps, new Date(deps.now().getTime() - DAY_MS))
    await deleteEventsBefore(deps.db, new Date(deps.now().getTime() - RETENTION_DAYS * DAY_MS))
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

/** @returns how many events had been missed. */
export async function handleMissedEvents(deps: PaymentDeps): Promise<number> {
  const stripe = await deps.payments.client()
  const latest = await latestEventAt(deps.db)
  const now = deps.now().getTime()
  const oldest = now - STRIPE_RETENTION_DAYS * DAY_MS
  const since = latest ? Math.max(oldest, Math.min(now, latest.getTime()) - OVERLAP_DAYS * DAY_MS) : oldest
  let missed = 0
  let batch: Stripe.Event[] = []
  const handleBatch = async () => {
    const ids = batch.map(({ id }) => id)
    const recorded = await findRecordedEvents(deps.db, ids)
    for (const event of batch) {
      if (recorded.has(event.id) || !(await isOurVersion(deps, stripe, event))) continue
      if (await handleEvent(deps, event)) missed++
    }
    batch = []
  }
  for (let first = 0; first < eventTypes.length; first += MAX_TYPES) {
    const list = stripe.events.list({
      types: eventTypes.slice(first, first + MAX_TYPES),
      created: { gte: Math.floor(since / 1000) },
      limit: BATCH_SIZE,
    })
    for await (const event of list) {
      batch.push(event)
      if (batch.length === BATCH_SIZE) await handleBatch()
    }
  }
  await handleBatch()
  return missed
}
