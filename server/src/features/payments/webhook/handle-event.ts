import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { takeFailedInvoice, takeInvoicePayment, takePaidInvoice } from './invoices.ts'
import { type Needs, takeIntent, takeRefund } from './payment-intents.ts'
import * as provider from '../stripe-store.ts'
import { takeCheckout, takeSubscription } from './subscriptions.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Handler<Type extends Stripe.Event['type']> = (
  deps: Needs,
  db: Db,
  object: Extract<Stripe.Event, { type: Type }>['data']['object'],
  at: Date,
) => Promise<void>

/** The events that change something here. Others are only noted. */
const handlers = {
  'payment_intent.succeeded': takeIntent,
  'payment_intent.processing': takeIntent,
  'payment_intent.payment_failed': takeIntent,
  'payment_intent.canceled': takeIntent,
  'charge.refunded': async (deps, db, { payment_intent: intent, amount_refunded: cents }) => {
    if (intent) await takeRefund(deps, db, typeof intent === 'string' ? intent : intent.id, cents)
  },
  'checkout.session.completed': takeCheckout,
  'invoice.paid': takePaidInvoice,
  'invoice.payment_failed': takeFailedInvoice,
  'invoice_payment.paid': takeInvoicePayment,
  'customer.subscription.created': takeSubscription,
  'customer.subscription.updated': takeSubscription,
  'customer.subscription.deleted': takeSubscription,
} satisfies { [Type in Stripe.Event['type']]?: Handler<Type> }

/** The reconciliation asks for the same ones. */
export const eventTypes = Object.keys(handlers) as (keyof typeof handlers)[]

/**
 * Takes in one event of the provider, once, in one transaction. Events may repeat and come in any order.
 * @returns false when it was taken in before.
 */
export function takeEvent(deps: Needs & Pick<Deps, 'db'>, event: Stripe.Event): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    const at = new Date(event.created * 1000)
    const isNew = await provider.noteEvent(db, {
      id: event.id,
      type: event.type,
      createdAt: at,
      receivedAt: deps.now(),
    })
    const handle = handlers[event.type as keyof typeof handlers] as Handler<typeof event.type> | undefined
    if (isNew) await handle?.(deps, db, event.data.object as never, at)
    return isNew
  })
}
