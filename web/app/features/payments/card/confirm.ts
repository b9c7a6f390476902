import { paths, withQuery } from '@docketbox/contract/core/paths'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'

/** What to do after a payment that didn't leave the page: go somewhere, or show a problem (the fields may show it). */
export type Confirmation = { to: string } | { problem: string | undefined }

type Waiting = {
  /** Called while we can't find out the outcome of the payment. */
  onUnknown: () => void
  /** Aborted once the customer has left. */
  signal: AbortSignal
}

const UNDER_WAY = ['succeeded', 'processing', 'requires_capture']

/** Pays. If that succeeds, the browser leaves for the status page and this never resolves. */
export async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
  waiting: Waiting,
): Promise<Confirmation> {
  const return_url = `${window.location.origin}${paths.paymentStatus}`
  const { error } = await stripe
    .confirmPayment({ elements, confirmParams: { return_url } })
    .catch(() => ({ error: undefined }))
  // Paid or replaced in another tab: the status page says which.
  if (error?.code === 'payment_intent_unexpected_state') return { to: statusPath(clientSecret) }
  if (error && hasSettled(error)) return { problem: messageOf(error) }
  return lookUp(stripe, clientSecret, waiting)
}

/** The page that shows the outcome of a payment. */
export function statusPath(clientSecret: string, redirect_status?: string): string {
  const [payment_intent = ''] = clientSecret.split('_secret')
  return withQuery(paths.paymentStatus, { payment_intent, redirect_status })
}

/** Whether nothing was charged for certain. */
function hasSettled({ type, code }: StripeError): boolean {
  return (
    type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure'
  )
}

function messageOf({ type, code, message }: StripeError): string | undefined {
  if (code === 'payment_intent_authentication_failure') return paymentTexts.notAuthenticated
  // The field that it's about shows it.
  if (type === 'validation_error') return undefined
  return message || paymentTexts.unexpected
}

/** Looks up the outcome of a payment until it's known, after the connection broke or Stripe didn't say. */
async function lookUp(
  stripe: Stripe,
  clientSecret: string,
  { onUnknown, signal }: Waiting,
): Promise<Confirmation> {
  let failed: string = paymentTexts.unexpected
  for (;;) {
    const { paymentIntent } = await stripe
      .retrievePaymentIntent(clientSecret)
      .catch(() => ({ paymentIntent: undefined }))
    if (paymentIntent && UNDER_WAY.includes(paymentIntent.status))
      return { to: statusPath(clientSecret, 'succeeded') }
    if (paymentIntent || signal.aborted) return { problem: failed }
    failed = paymentTexts.notDone
    onUnknown()
    await onlineOrTimeout()
  }
}
