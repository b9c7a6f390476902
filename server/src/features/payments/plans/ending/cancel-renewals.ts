import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { anonymiseAlerts } from '../../alerts/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import { closeUnpaid } from '../../months/closing/close-payment.ts'
import { defineLastingJob } from '../../jobs/lasting-job.ts'
import { findLive, isLockedOut } from '../../store.ts'
import { ignoreMissing } from '../../stripe.ts'
import { listUnendedSubscriptions } from '../../stripe-store.ts'
import { closeCheckoutsOf } from '../subscribing/close-checkouts.ts'
import { cancelSubscription } from './cancellation.ts'
import { voidUnlessPaid } from '../changes/change-attempt.ts'
import { requestCreditReport } from './report-credit.ts'

/**
 * Cancels the subscriptions, unpaid card forms, open checkouts and plan changes of a user who closed their account or was
 * suspended. Stripe's events then confirm it. Skips users who are back: they may have resumed their plan.
 */
export const cancelRenewals = defineLastingJob(
  'payments.stopRenewing',
  z.object({ owner: z.uuid() }),
  async (deps, { owner }) => {
    const isStillDue = () => isLockedOut(deps.db, owner)
    if (!(await isStillDue())) return
    const live = await findLive(deps.db, owner)
    if (live) await closeUnpaid(deps, live)
    const stripe = await deps.payments.client()
    await closeCheckoutsOf(deps, stripe, owner)
    for (const { id } of await listUnendedSubscriptions(deps.db, owner))
      await cancelSubscription(stripe, id, 'us', isStillDue).catch(ignoreMissing)
    await requestCreditReport(deps, deps.db, owner)
  },
  ({ owner: user }) => ({
    user,
    what: 'cancel their renewals at Stripe',
    instead: 'In Stripe’s Dashboard, cancel their subscriptions.',
  }),
)

/**
 * Voids the unpaid bills of a subscription that has ended. They hold the customer's credit, and paying one would buy
 * nothing.
 */
export const voidUnpaid = defineLastingJob(
  'payments.voidUnpaid',
  z.strictObject({ subscription: z.string() }),
  async ({ payments }, { subscription }) => {
    const stripe = await payments.client()
    for await (const { id } of stripe.invoices.list({ subscription, status: 'open', limit: 100 }))
      await voidUnlessPaid(stripe, id)
  },
  ({ subscription }) => ({
    subscription,
    what: `void the unpaid bills of ${subscription} at Stripe`,
    instead: 'In Stripe’s Dashboard, void them: the plan has ended.',
  }),
  { policy: 'short' },
)

/** Keeps a subscription from renewing, while its payment is disputed or once it's cancelled. */
export const cancelRenewal = defineLastingJob(
  'payments.cancelRenewal',
  z.strictObject({ subscription: z.string() }),
  async ({ payments }, { subscription }) => {
    await cancelSubscription(await payments.client(), subscription, 'us').catch(ignoreMissing)
  },
  ({ subscription }) => ({
    subscription,
    what: `cancel the renewal of ${subscription} at Stripe`,
    instead: 'In Stripe’s Dashboard, cancel it.',
  }),
  { policy: 'short' },
)

/**
 * Ends a user's subscriptions at Stripe immediately, before their data is deleted here.
 * @throws if Stripe can't be reached: then nothing may be deleted yet.
 */
export async function endPlansAtStripe(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  ownerId: string,
): Promise<void> {
  const subscriptions = await listUnendedSubscriptions(db, ownerId)
  if (subscriptions.length === 0) return
  const stripe = await payments.client()
  for (const { id } of subscriptions) await stripe.subscriptions.cancel(id).catch(ignoreMissing)
}

/** Locks a user's purchases until the transaction ends, in the order events lock them. */
export async function lockPurchases(db: Db, ownerId: string): Promise<void> {
  for (const table of ['providerSubscriptions', 'payments'] as const)
    await db.selectFrom(table).select('id').where('ownerId', '=', ownerId).orderBy('id').forUpdate().execute()
}

/**
 * Removes a user's name and email from their payments and the alerts about them. We keep amounts, dates and numbers in our
 * books.
 */
export async function anonymisePayments(db: Db, ownerId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ buyerName: '', buyerEmail: '' })
    .where('ownerId', '=', ownerId)
    .execute()
  await anonymiseAlerts(db, ownerId)
}
