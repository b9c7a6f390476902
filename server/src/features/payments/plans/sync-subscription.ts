import { findPlanByPrice, keepRecurring, runningRecurring } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { SubscriptionFacts } from '../stripe-store.ts'
import * as store from '../store.ts'
import { coversMonths, giveBackMonths } from '../refunds/unused-months.ts'
import { stopRenewing } from './cancel-renewals.ts'
import { endOlderPlans } from './end-older-plans.ts'

type Needs = Pick<Deps, 'config' | 'jobs' | 'log' | 'mail' | 'now' | 'publicUrl'>

/**
 * Turns what is known of a subscription into access, as soon as enough is known: whose it is (from the checkout), and
 * what is paid until when (from a paid invoice). Called after every new fact, in whatever order they came.
 * @param facts locked, so that nobody learns more of it meanwhile.
 */
export async function projectSubscription(deps: Needs, db: Db, facts: SubscriptionFacts): Promise<void> {
  const { now, jobs, log } = deps
  const { id, ownerId, customerId, priceId, periodStart, periodEnd } = facts
  if (!ownerId || !customerId || !priceId || !periodStart || !periodEnd) return
  const plan = await findPlanByPrice(db, priceId)
  if (!plan) {
    log.error(
      { subscription: id, price: priceId },
      'a subscription was paid for a price that belongs to no plan',
    )
    return
  }
  const invoice =
    facts.invoiceId === null ? undefined : await store.lock(db, { providerInvoiceId: facts.invoiceId })
  const isRefunded = invoice !== undefined && invoice.refundedCents === invoice.amountCents
  await keepRecurring(
    db,
    {
      ownerId,
      planId: plan.id,
      providerSubscriptionId: id,
      providerCustomerId: customerId,
      periodStart,
      periodEnd,
      cancelsAtPeriodEnd: facts.cancelsAtPeriodEnd,
      endedAt: facts.endedAt ?? (isRefunded ? invoice.updatedAt : null),
    },
    now(),
  )
  const running = await runningRecurring(db, ownerId, now())
  if (running.some((plan) => coversMonths(plan, now()))) await giveBackMonths(deps, db, ownerId)
  // Paid or taken up again by a link or a portal that was open when they were locked out.
  if (running.some((plan) => !plan.cancelsAtPeriodEnd) && (await store.isLockedOut(db, ownerId)))
    await jobs.enqueue(db, stopRenewing, { owner: ownerId, unlessBack: true })
  if (running.length > 1) await jobs.enqueue(db, endOlderPlans, { owner: ownerId }, { singletonKey: ownerId })
}
