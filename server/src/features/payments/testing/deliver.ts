import { PAYMENT_EVENTS_PATH } from '#platform/payments/stripe-client.ts'
import type { PayingServer } from '#testing/paying.ts'

/** Delivers an event as Stripe does, signed with the webhook's secret unless another one or a header is given. */
export function deliverTo(
  { url, standIn, stripe }: PayingServer,
  event: object | string,
  {
    secret = standIn.webhookSecret,
    header,
  }: { secret?: string | undefined; header?: string | undefined } = {},
): Promise<Response> {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = header ?? stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  return fetch(`${url}${PAYMENT_EVENTS_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  })
}
