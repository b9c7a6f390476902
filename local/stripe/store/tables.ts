import type Stripe from 'stripe'
import type { Behaviour } from '#stripe/billing/cards.ts'

/** What a payment intent pays for, and so what happens when it succeeds or fails. */
export type Purpose = {
  id: string
  invoice?: string
  session?: string
  /** While an attempt runs that handles its own outcome. */
  isCollecting?: true
}
/** Options a checkout session applies to the objects it creates. */
export type SessionPlan = {
  id: string
  lines: [{ price: string; quantity: number }]
  subscriptionMetadata: Stripe.Metadata
  promotionCode?: string
  awaiting?: { paymentIntent: string; paymentMethod: string }
  /** What the customer's balance paid when they tried to pay, and what it left to pay. */
  applied?: { taken: number; endingBalance: number; due: number }
}
/** A refund whose outcome the bank only reports later. */
export type LateRefund = { id: string; dueAt: number; outcome: 'succeeded' | 'failed' }
export type Instrument = Behaviour & { id: string }
export type DraftLine = {
  description: string
  amount: number
  /** The ID of a price in the catalogue, or a price made for this line. */
  price: string | { product: string; cents: number }
  proration: boolean
  period: { start: number; end: number }
  /** The subscription's item; without one, it's a one-time item of the invoice. */
  item?: string
  metadata?: Stripe.Metadata
}
/** The delivery of an event to an endpoint; without one, to the address the stand-in was started with. */
export type Delivery = {
  id: string
  event: string
  url: string
  endpoint?: string
  attempts: number
  dueAtMs: number
}
export type Replay = {
  id: string
  /** The ID of the request that was answered. */
  request: string
  fingerprint: string
  created: number
  status: number
  body: unknown
}

/** Everything the stand-in stores, by type: the fields of the official SDK's shapes that it models. */
export type Tables = {
  customer: Stripe.Customer
  'deleted customer': Stripe.DeletedCustomer
  balance_transaction: Stripe.CustomerBalanceTransaction
  product: Stripe.Product
  price: Stripe.Price
  coupon: Stripe.Coupon
  promotion_code: Stripe.PromotionCode
  'checkout session': Stripe.Checkout.Session
  payment_intent: Stripe.PaymentIntent
  PaymentMethod: Stripe.PaymentMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  'portal session': Stripe.BillingPortal.Session
  'portal configuration': Stripe.BillingPortal.Configuration
  account: Stripe.Account
  'payment method configuration': Stripe.PaymentMethodConfiguration
  'webhook endpoint': Stripe.WebhookEndpoint
  'endpoint secret': { id: string; secret: string }
  event: Stripe.EventBase
  purpose: Purpose
  plan: SessionPlan
  'late refund': LateRefund
  instrument: Instrument
  delivery: Delivery
  replay: Replay
  setting: { id: string; value: number }
}
export type Kind = keyof Tables

const prefixes: Record<string, Kind> = {
  cus: 'customer',
  coupon: 'coupon',
  promo: 'promotion_code',
  pi: 'payment_intent',
  ch: 'charge',
  sub: 'subscription',
  in: 'invoice',
  pm: 'PaymentMethod',
}

export function kindOfId(id: string): Kind | undefined {
  return prefixes[id.split('_')[0]!]
}

/** The id behind a field that may hold an id or, when expanded, the object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null
  return typeof reference === 'string' ? reference : reference.id
}
