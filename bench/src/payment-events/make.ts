import { randomUUID } from 'node:crypto'

type Event = {
  id: string
  object: 'event'
  type: string
  created: number
  livemode: false
  data: { object: object }
}

const start = Math.floor(Date.UTC(2026, 0, 15) / 1000)

function event(type: string, created: number, object: object): Event {
  return { id: `evt_${randomUUID()}`, object: 'event', type, created, livemode: false, data: { object } }
}

/** Stripe's events when a user pays for a month at the second attempt; some are refunded. */
export function eventsOfBuyer(
  { payment, intent }: { payment: string; intent: string },
  isRefunded: boolean,
): Event[] {
  const snapshot = {
    id: intent,
    object: 'payment_intent',
    metadata: { payment },
    currency: 'aud',
    amount_received: 0,
  }
  const error = { code: 'card_declined', message: 'Your card was declined.' }
  return [
    event('payment_intent.payment_failed', start + 60, {
      ...snapshot,
      status: 'requires_payment_method',
      last_payment_error: error,
    }),
    event('payment_intent.succeeded', start + 120, {
      ...snapshot,
      status: 'succeeded',
      amount_received: 499,
      last_payment_error: null,
    }),
    ...(isRefunded
      ? [
          event('refund.created', start + 180, {
            id: `re_${intent}`,
            payment_intent: intent,
            amount: 499,
            status: 'succeeded',
            created: start + 180,
          }),
        ]
      : []),
  ]
}

/** Stripe's events when a user subscribes. */
export function eventsOfSubscriber(owner: string, price: string): Event[] {
  const mark = randomUUID()
  const [subscription, invoice, customer] = [`sub_${mark}`, `in_${mark}`, `cus_${mark}`]
  const period = { start, end: start + 3_650 * 86_400 }
  const line = {
    amount: 499,
    description: 'Pro',
    period,
    pricing: { price_details: { price, product: 'plan' } },
  }
  return [
    event('checkout.session.completed', start, {
      id: `cs_${mark}`,
      subscription,
      customer,
      client_reference_id: owner,
    }),
    event('customer.subscription.created', start, {
      id: subscription,
      customer,
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      items: {
        data: [{ price: { id: price }, current_period_start: period.start, current_period_end: period.end }],
      },
    }),
    event('invoice.paid', start + 1, {
      id: invoice,
      customer,
      created: start,
      currency: 'aud',
      amount_paid: 499,
      amount_due: 499,
      total: 499,
      starting_balance: 0,
      lines: { data: [line] },
      parent: { subscription_details: { subscription } },
    }),
    event('invoice_payment.paid', start + 1, {
      invoice,
      payment: { type: 'payment_intent', payment_intent: `pi_${mark}` },
    }),
  ]
}
