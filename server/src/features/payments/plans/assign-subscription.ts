import { HOUR_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { findOwner } from '../customers/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import * as store from '../store.ts'
import { lockSubscription, type SubscriptionRow, upsertSubscription } from '../stripe-store.ts'
import { closeCheckouts } from './subscribing/close-checkouts.ts'

/** Assigns a subscription to the user who bought it, with the bills that we heard of first. */
export async function assignSubscription(
  deps: PaymentDeps,
  db: Db,
  { id, customerId }: Pick<SubscriptionRow, 'id' | 'customerId'>,
  owner: store.Buyer,
): Promise<SubscriptionRow> {
  const subscription = await upsertSubscription(db, id, { ownerId: owner.id, customerId })
  for (const { id: payment, invoiceNumber, receiptMailedAt } of await store.assignOwner(db, id, owner)) {
    if (invoiceNumber === null || receiptMailedAt !== null) continue
    await deps.jobs.enqueue(db, sendInvoice, { payment })
    await store.update(db, payment, { receiptMailedAt: deps.now() })
  }
  return subscription
}

/**
 * Assigns a paid subscription to its customer's user: an administrator may have created it in Stripe's Dashboard, so that no
 * checkout names them.
 * @returns undefined if we don't know the customer.
 */
export async function assignToCustomer(
  deps: PaymentDeps,
  db: Db,
  subscription: SubscriptionRow,
): Promise<SubscriptionRow | undefined> {
  const { id, customerId, endedAt } = subscription
  const owner = await store.findBuyer(db, await findOwner(db, customerId))
  if (owner) {
    await deps.jobs.enqueue(db, closeCheckouts, { owner: owner.id, subscribed: id }, { singletonKey: id })
    return assignSubscription(deps, db, subscription, owner)
  }
  // Its checkout may be on its way.
  const startAfter = new Date(Date.now() + HOUR_MS)
  if (endedAt === null)
    await deps.jobs.enqueue(db, alertUnowned, { subscription: id }, { singletonKey: id, startAfter })
  return undefined
}

/** Alerts administrators that a subscription charges someone we don't know, who gets no access for it. */
export const alertUnowned = defineJob(
  'payments.alertUnowned',
  z.strictObject({ subscription: z.string() }),
  (deps, { subscription }) =>
    inTransaction(deps.db, async (db) => {
      const { ownerId, endedAt } = await lockSubscription(db, subscription)
      const bills = await store.listPaidBills(db, subscription)
      const charged = bills.findLast(({ amountCents }) => amountCents > 0)
      if (ownerId !== null || endedAt !== null || !charged) return
      await raiseAlert(deps, db, {
        kind: 'unknownOwner',
        subject: subscription,
        intent: charged.providerIntentId ?? undefined,
        message: `Someone we don’t know paid for ${subscription} and has no access. In Stripe’s Dashboard, cancel it and refund them.`,
      })
    }),
  { policy: 'short' },
)
