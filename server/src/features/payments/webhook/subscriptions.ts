import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { endsWithPeriod } from '../plans/cancellation.ts'
import { dateOf, idOf } from './invoices.ts'
import type { Needs } from './payment-intents.ts'
import { isOwnId } from '../own-ids.ts'
import { projectSubscription } from '../plans/sync-subscription.ts'
import * as provider from '../stripe-store.ts'
import { giveToOwner } from '../invoices/assign-owner.ts'
import * as store from '../store.ts'

/** Takes in a finished checkout: it says whose the subscription is. */
export async function takeCheckout(deps: Needs, db: Db, session: Stripe.Checkout.Session): Promise<void> {
  const [id, customerId] = [idOf(session.subscription), idOf(session.customer)]
  if (!id) return
  const reference = session.client_reference_id
  const owner = isOwnId(reference) ? await store.findBuyer(db, reference) : undefined
  if (!owner) {
    deps.log.error({ session: session.id, subscription: id }, 'somebody subscribed who is not known here')
    return
  }
  const facts = await provider.noteFacts(db, id, { ownerId: owner.id, customerId })
  await projectSubscription(deps, db, facts)
  await giveToOwner(deps, db, id, owner)
}

/** Takes in what a subscription looked like at a moment. The newest look counts; that it ended, stays. */
export async function takeSubscription(
  deps: Needs,
  db: Db,
  look: Stripe.Subscription,
  at: Date,
): Promise<void> {
  const facts = await provider.lockFacts(db, look.id)
  const endedAt = facts.endedAt ?? endOf(look)
  const isOlder = facts.seenAt !== null && at < facts.seenAt
  const differs = facts.cancelsAtPeriodEnd !== endsWithPeriod(look)
  const isAmbiguous = differs && facts.seenAt !== null && +at === +facts.seenAt
  const newest = isAmbiguous ? await (await deps.payments.client()).subscriptions.retrieve(look.id) : look
  const known = await provider.noteFacts(db, look.id, {
    customerId: idOf(look.customer),
    endedAt: endedAt ?? endOf(newest),
    ...(!isOlder && { seenAt: at, cancelsAtPeriodEnd: endsWithPeriod(newest) }),
  })
  await projectSubscription(deps, db, known)
}

function endOf({ status, ended_at }: Stripe.Subscription): Date | null {
  const isOver = ['canceled', 'incomplete_expired', 'unpaid'].includes(status)
  return isOver && ended_at !== null ? dateOf(ended_at) : null
}
