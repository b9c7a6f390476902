import { endAccessOf } from '#features/subscriptions'
import type { Db } from '#platform/database'
import type { Deps } from '#platform/deps'
import { projectSubscription } from './projection.ts'
import * as provider from './provider-store.ts'
import * as store from './store.ts'

/** Brings a payment to what is known to have been given back; a whole refund ends the access it bought. */
export async function applyRefund(
  deps: Pick<Deps, 'now' | 'jobs' | 'log'>,
  db: Db,
  intentId: string,
): Promise<void> {
  const known = await provider.findIntent(db, intentId)
  if (!known || known.refundedCents === 0) return
  const payment = await store.lock(db, { providerIntentId: intentId })
  if (!payment || payment.status !== 'paid' || payment.refundedCents >= known.refundedCents) return
  const refundedCents = Math.min(known.refundedCents, payment.amountCents)
  await store.change(db, payment.id, { refundedCents, updatedAt: deps.now() })
  if (refundedCents < payment.amountCents) return
  if (payment.kind === 'subscription') return projectSubscription(deps, db, payment.providerSubscriptionId!)
  await endAccessOf(db, payment.id, deps.now())
  await store.releaseMonths(db, payment.id)
}
