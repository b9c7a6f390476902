import type { Stripe } from 'stripe'
import { z } from 'zod'
import { Refusal } from '#platform/http/refusal.ts'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { eventTypes, takeEvent } from './handle-event.ts'
import { closePayment } from '../checkout/create-intent.ts'
import { cancelIntent } from '../checkout/stripe-intent.ts'
import * as provider from '../stripe-store.ts'
import * as store from '../store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The provider keeps its events for thirty days. */
const EVENTS_KEPT_DAYS = 30
const FORGET_AFTER_DAYS = 90
/** Events may be told late: look back further than the newest one that is known. */
const OVERLAP_DAYS = 3
const BATCH = 100

/** Asks the provider every night for the events that never arrived, and takes them in like any other. */
export const reconcile = defineJob(
  'payments.reconcile',
  z.object({}),
  async (deps) => {
    const missed = await takeMissedEvents(deps)
    if (missed > 0) deps.log.warn({ missed }, 'payment events had not arrived and were asked for')
    await provider.forgetEvents(deps.db, new Date(deps.now().getTime() - FORGET_AFTER_DAYS * DAY_MS))
  },
  { cron: '30 2 * * *', policy: 'short', retries: 8, retryDelaySeconds: 300, timeoutSeconds: 3_600 },
)

export async function takeMissedEvents(deps: Deps): Promise<number> {
  const stripe = await deps.payments.client()
  const newest = await provider.newestEventAt(deps.db)
  const now = deps.now().getTime()
  const oldest = now - EVENTS_KEPT_DAYS * DAY_MS
  const since = newest ? Math.max(oldest, Math.min(now, newest.getTime()) - OVERLAP_DAYS * DAY_MS) : oldest
  let missed = 0
  let page: Stripe.Event[] = []
  const takePage = async () => {
    const known = await provider.knownEvents(
      deps.db,
      page.map(({ id }) => id),
    )
    for (const event of page) if (!known.has(event.id) && (await takeEvent(deps, event))) missed++
    page = []
  }
  const list = stripe.events.list({
    types: [...eventTypes],
    created: { gte: Math.floor(since / 1000) },
    limit: BATCH,
  })
  for await (const event of list) {
    page.push(event)
    if (page.length === BATCH) await takePage()
  }
  await takePage()
  return missed
}

const EXPIRES_AFTER_MS = DAY_MS

/** Closes payments that were begun a day ago and never finished, at the provider first, and frees their months. */
export const closeAbandoned = defineJob(
  'payments.closeAbandoned',
  z.object({}),
  async (deps) => {
    const before = new Date(deps.now().getTime() - EXPIRES_AFTER_MS)
    const abandoned = (await store.listUnfinished(deps.db, { before, limit: BATCH })).filter(
      ({ isLive }) => isLive,
    )
    for (const payment of abandoned) await closeOne(deps, payment)
  },
  { cron: '40 * * * *', policy: 'short' },
)

async function closeOne(deps: Deps, payment: store.PaymentRow): Promise<void> {
  try {
    await cancelIntent(deps, payment)
    await closePayment(deps, payment.id, 'expired')
  } catch (thrown) {
    // Paid or being paid after all, or the provider is away: the next run looks again.
    if (!(thrown instanceof Refusal)) throw thrown
  }
}
