import type { Stripe } from 'stripe'
import { z } from 'zod'
import { findPlan, findPlanByPrice } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../../deps.ts'
import { closeUnpaid } from '../../months/closing/close-payment.ts'
import { listLiveOf } from '../../months/store.ts'
import { idOf } from '../../stripe.ts'
import { pendingPriceOf, voidUnlessPaid } from '../changes/change-attempt.ts'
import { closeCheckoutsAbout } from './close-checkouts.ts'

/**
 * Closes the pages and card forms on which a withdrawn plan could still be bought, and voids changes to it that wait for the
 * bank.
 */
export const closeWithdrawn = defineJob(
  'payments.closeWithdrawn',
  z.strictObject({ plan: z.uuid(), price: z.string().nullish() }),
  async (deps, { plan: id, price }) => {
    const plan = await findPlan(deps.db, id)
    // It may be on offer again, at the same price or, if that was mistyped, at another one.
    if (plan?.isActive && (price === undefined || price === plan.providerPriceId)) return
    const stripe = await deps.payments.client()
    await closeCheckoutsAbout(stripe, ({ metadata }) => metadata?.['plan'] === id)
    await voidPendingChanges(deps, stripe, id)
    for (const payment of await listLiveOf(deps.db, id)) await closeUnpaid(deps, payment)
  },
  { retries: 20, retryDelaySeconds: 5, policy: 'short' },
)

/** Queues closing them as part of the transaction `db`. */
export function requestClosing(
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  { id: plan, providerPriceId: price }: { id: string; providerPriceId: string | null },
): Promise<void> {
  return jobs.enqueue(db, closeWithdrawn, { plan, price }, { singletonKey: plan })
}

/** Lists them at Stripe: we don't know of a change whose response was lost or whose events are late. */
async function voidPendingChanges(
  { db }: Pick<PaymentDeps, 'db'>,
  stripe: Stripe,
  planId: string,
): Promise<void> {
  for await (const invoice of stripe.invoices.list({ status: 'open', limit: 100 })) {
    const id = idOf(invoice.parent?.subscription_details?.subscription)
    if (invoice.billing_reason !== 'subscription_update' || id === null) continue
    const subscription = await stripe.subscriptions.retrieve(id)
    const price = pendingPriceOf(subscription)
    if (price === undefined || idOf(subscription.latest_invoice) !== invoice.id) continue
    if ((await findPlanByPrice(db, price))?.id === planId) await voidUnlessPaid(stripe, invoice.id)
  }
}
