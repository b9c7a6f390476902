import type { Stripe } from 'stripe'
import { z } from 'zod'
import { refreshCredit } from '../../customers/credit.ts'
import { findCustomer } from '../../customers/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import { defineLastingJob } from '../../jobs/lasting-job.ts'
import { endUnpaid, owing } from '../ending/cancellation.ts'
import { ignoreMissing } from '../../stripe.ts'
import { listUnendedSubscriptions } from '../../stripe-store.ts'

/**
 * Once a user has subscribed, closes the pages they have open to subscribe, and ends earlier subscriptions whose renewal
 * is still owed: otherwise Stripe might charge them later.
 */
export const closeCheckouts = defineLastingJob(
  'payments.closeCheckouts',
  z.strictObject({ owner: z.uuid(), subscribed: z.string() }),
  async (deps, { owner, subscribed }) => {
    const stripe = await deps.payments.client()
    await closeCheckoutsOf(deps, stripe, owner)
    const subscriptions = await listUnendedSubscriptions(deps.db, owner)
    for (const { id } of subscriptions) if (id !== subscribed) await endIfOwing(stripe, id)
  },
  ({ owner: user }) => ({
    user,
    what: 'end subscriptions of theirs that an unpaid renewal keeps open at Stripe',
    instead: 'In Stripe’s Dashboard, cancel those that are past due.',
  }),
  { retryDelaySeconds: 5, policy: 'short' },
)

/** Ends a subscription whose renewal is still owed, once its user has bought months instead. */
export const endUnpaidPlan = defineLastingJob(
  'payments.endUnpaidPlan',
  z.strictObject({ subscription: z.string() }),
  async ({ payments }, { subscription }) => endIfOwing(await payments.client(), subscription),
  ({ subscription }) => ({
    subscription,
    what: `end ${subscription} at Stripe, because they’ve bought months instead`,
    instead: 'In Stripe’s Dashboard, cancel it.',
  }),
  { retryDelaySeconds: 5, policy: 'short' },
)

async function endIfOwing(stripe: Stripe, id: string): Promise<void> {
  const retrieved = stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  // One of another account, or of test mode, can't be charged by this one.
  const subscription = await retrieved.catch(ignoreMissing)
  if (subscription && isOwing(subscription)) await endUnpaid(stripe, subscription).catch(ignoreMissing)
}

/** Whether its renewal isn't paid. While nothing has failed, as with a pending bank debit, Stripe calls it active. */
function isOwing({ status, latest_invoice }: Stripe.Subscription): boolean {
  const bill = latest_invoice as Stripe.Invoice | null
  const isRenewalUnpaid = bill?.billing_reason === 'subscription_cycle' && bill.status !== 'paid'
  return owing.includes(status) || isRenewalUnpaid
}

/** Closes every page that a user could still pay on to subscribe. */
export async function closeCheckoutsOf(
  deps: Pick<PaymentDeps, 'db' | 'now'>,
  stripe: Stripe,
  ownerId: string,
): Promise<void> {
  const customer = await findCustomer(deps.db, ownerId)
  if (!customer) return
  const open = stripe.checkout.sessions.list({ customer: customer.id, status: 'open', limit: 100 })
  let closed = 0
  try {
    for await (const { id } of open) {
      await expire(stripe, id)
      closed++
    }
    // Closing returns the credit a checkout took when its customer tried to pay. The event may come too late for the caller.
    if (closed > 0) await refreshCredit(deps, stripe, customer.id)
  } catch (error) {
    // A customer of another account, or of test mode, has no pages that this one could charge.
    ignoreMissing(error)
  }
}

/** Closes every user's open page to subscribe to something that's no longer sold. */
export async function closeCheckoutsAbout(
  stripe: Stripe,
  isAboutIt: (session: Stripe.Checkout.Session) => boolean,
): Promise<void> {
  for await (const session of stripe.checkout.sessions.list({ status: 'open', limit: 100 }))
    if (isAboutIt(session)) await expire(stripe, session.id)
}

/** Closes an open page, unless it has been paid or has expired. */
export async function expire(stripe: Stripe, id: string): Promise<void> {
  await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
    const { status } = await stripe.checkout.sessions.retrieve(id)
    if (status === 'open') throw error
  })
}
