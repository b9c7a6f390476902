import { endAccessOf } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { refundMail } from '../mails.ts'
import { endPlan } from '../plans/end-older-plans.ts'
import { projectSubscription } from '../plans/sync-subscription.ts'
import { type IntentFacts, lockFacts } from '../stripe-store.ts'
import { releaseMonths } from '../checkout/months-store.ts'
import * as store from '../store.ts'

type Needs = Pick<Deps, 'config' | 'jobs' | 'log' | 'mail' | 'now' | 'publicUrl'>

/** Brings a payment to what is known to have been given back; a whole refund ends the access it bought. */
export async function applyRefund(deps: Needs, db: Db, known: IntentFacts): Promise<void> {
  if (known.refundedCents === 0) return
  const payment = await store.lock(db, { providerIntentId: known.id })
  if (!payment || payment.status !== 'paid' || payment.refundedCents >= known.refundedCents) return
  const refundedCents = Math.min(known.refundedCents, payment.amountCents)
  const refunded = await store.change(db, payment.id, { refundedCents, updatedAt: deps.now() })
  const buyer = payment.ownerId === null ? undefined : await store.findBuyer(db, payment.ownerId)
  if (buyer) {
    await deps.mail.queue(db, refundMail(deps, buyer, refunded, refundedCents - payment.refundedCents))
  }
  if (refundedCents < payment.amountCents) return
  if (payment.kind === 'subscription') {
    const subscription = payment.providerSubscriptionId!
    const facts = await lockFacts(db, subscription)
    // What was closed must not be charged for again.
    if (facts.invoiceId === payment.providerInvoiceId && facts.endedAt === null)
      await deps.jobs.enqueue(db, endPlan, { subscription }, { singletonKey: subscription })
    return projectSubscription(deps, db, facts)
  }
  await endAccessOf(db, payment.id, deps.now())
  await releaseMonths(db, payment.id)
}
