import type { Stripe } from 'stripe'
import { paymentRefusals } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'
import { idOf, typeOf } from '../../stripe.ts'

/** The payment that a plan change waits for. */
export type Attempt = { clientSecret: string; intent: Stripe.PaymentIntent }
type InvoiceReference = Stripe.Subscription['latest_invoice']

/** The price of the plan that a subscription changes to once that's paid; undefined without such a change. */
export function pendingPriceOf({ pending_update }: Stripe.Subscription): string | undefined {
  return pending_update?.subscription_items?.[0]?.price.id
}

/** The payment of an invoice; undefined if there's nothing to pay. */
export async function findAttempt(stripe: Stripe, reference: InvoiceReference): Promise<Attempt | undefined> {
  const invoice =
    typeof reference === 'string'
      ? await stripe.invoices.retrieve(reference, { expand: ['confirmation_secret'] })
      : reference
  const clientSecret = invoice?.confirmation_secret?.client_secret
  if (!clientSecret) return undefined
  const intent = await stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0]!, {
    expand: ['latest_charge'],
  })
  return { clientSecret, intent }
}

/**
 * Voids the invoice of a change that wasn't paid: nothing can be charged for it any more.
 * @throws Refusal `payments.previewOutdated` if it was paid a moment ago.
 */
export async function voidAttempt(stripe: Stripe, reference: InvoiceReference): Promise<void> {
  if (!(await voidUnlessPaid(stripe, reference))) throw new Refusal(paymentRefusals.previewOutdated)
}

/** @returns false if the invoice was paid a moment ago, or is being paid by bank debit. */
export async function voidUnlessPaid(stripe: Stripe, reference: InvoiceReference): Promise<boolean> {
  try {
    await stripe.invoices.voidInvoice(idOf(reference)!)
    return true
  } catch (error) {
    if (typeOf(error) !== 'StripeInvalidRequestError') throw error
    return false
  }
}

/** Gives up a plan change that waits for its payment. If it was paid a moment ago, its invoice says so. */
export async function dropChange(stripe: Stripe, subscription: string): Promise<void> {
  const { pending_update, latest_invoice } = await stripe.subscriptions.retrieve(subscription)
  if (pending_update) await voidUnlessPaid(stripe, latest_invoice)
}
