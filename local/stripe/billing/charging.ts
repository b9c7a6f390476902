import type Stripe from 'stripe'
import { becsSettlesAfterSeconds, type Decline } from './cards.ts'
import { openDispute, warnOfFraud } from './disputes.ts'
import { Fault } from '#stripe/api/fault.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Intent = Stripe.PaymentIntent
/** `offSession` is a charge without the customer present, `authenticated` one after the bank's own check. */
type Circumstances = { offSession?: boolean; authenticated?: boolean; returnUrl?: string | null }

/** Charges a payment intent once and returns its new state. A decline doesn't throw. */
export function charge(world: World, intent: Intent, methodId: string, how: Circumstances = {}): Intent {
  const instrument = world.get('instrument', methodId, 'payment_method')
  const withMethod = world.change('payment_intent', intent.id, {
    payment_method: methodId,
    last_payment_error: null,
    next_action: null,
  })
  if (instrument.authenticate && !how.authenticated) {
    return askForAuthentication(world, withMethod, how.returnUrl)
  }
  const isSaved = how.offSession || world.get('PaymentMethod', methodId).customer !== null
  const decline = instrument.decline ?? (isSaved ? instrument.declineLater : undefined)
  if (decline) return declined(world, withMethod, decline)
  return instrument.becs ? startDebit(world, withMethod) : succeeded(world, withMethod)
}

/** The 402 response for a declined intent. @param intent the part of it that the caller may see. */
export function declineFault(intent: Partial<Intent>): Fault {
  const error = intent.last_payment_error
  return new Fault(402, {
    type: 'card_error',
    code: error?.code ?? 'card_declined',
    message: error?.message ?? 'Your card was declined.',
    ...(error?.decline_code && { decline_code: error.decline_code }),
    ...(error?.charge && { charge: error.charge }),
    payment_intent: intent,
  })
}

/** The 402 response for an update that needs the customer: code and words as Stripe's. */
export function actionFault(intent: Intent): Fault {
  return new Fault(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message:
      'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
    payment_intent: intent,
  })
}

export function succeeded(world: World, intent: Intent): Intent {
  const pending = pendingCharge(world, intent)
  const row = pending
    ? world.change('charge', pending, { status: 'succeeded', paid: true })
    : putCharge(world, intent, 'succeeded')
  const paid = world.change('payment_intent', intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: row.id,
    processing: null,
    next_action: null,
  })
  world.emit('charge.succeeded', row)
  world.emit('payment_intent.succeeded', paid)
  complain(world, world.get('charge', row.id))
  return paid
}

/** Disputes or reports a charge that the customer doesn't recognise. */
function complain(world: World, charge: Stripe.Charge): void {
  const { complaint } = world.get('instrument', charge.payment_method!)
  if (complaint === 'warning') warnOfFraud(world, charge)
  else if (complaint) openDispute(world, charge, complaint === 'inquiry' ? 'inquiry' : 'chargeback')
}

export function declined(world: World, intent: Intent, decline: Decline): Intent {
  const pending = pendingCharge(world, intent)
  const failure = {
    status: 'failed',
    paid: false,
    failure_code: decline.code,
    failure_message: decline.message,
  } as const
  const row = pending ? world.change('charge', pending, failure) : putCharge(world, intent, 'failed', decline)
  return refused(world, intent, decline, row)
}

/** The charge of a debit that's being settled. */
function pendingCharge(world: World, { latest_charge: charge }: Intent): string | null {
  const id = idOf(charge)
  return id !== null && world.get('charge', id).status === 'pending' ? id : null
}

/** The bank couldn't authenticate the customer, so there was no charge. */
export function authenticationFailed(world: World, intent: Intent): Intent {
  return refused(world, intent, {
    code: 'payment_intent_authentication_failure',
    declineCode: '',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

function refused(world: World, intent: Intent, decline: Decline, row?: Stripe.Charge): Intent {
  const method = world.get('PaymentMethod', idOf(intent.payment_method)!)
  const failed = world.change('payment_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    processing: null,
    next_action: null,
    ...(row && { latest_charge: row.id }),
    last_payment_error: {
      type: row ? 'card_error' : 'invalid_request_error',
      code: decline.code,
      message: decline.message,
      payment_method: method,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      ...(row && { charge: row.id }),
    },
  })
  if (row) world.emit('charge.failed', row)
  world.emit('payment_intent.payment_failed', failed)
  return failed
}

function askForAuthentication(world: World, intent: Intent, returnUrl: string | null | undefined): Intent {
  const page = `${world.origin}/3ds/${intent.id}?client_secret=${intent.client_secret}`
  const next_action: Stripe.PaymentIntent.NextAction = returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url: page } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: page } }
  const asking = world.change('payment_intent', intent.id, { status: 'requires_action', next_action })
  world.emit('payment_intent.requires_action', asking)
  return asking
}

function startDebit(world: World, intent: Intent): Intent {
  const row = putCharge(world, intent, 'pending')
  const processing = world.change('payment_intent', intent.id, {
    status: 'processing',
    latest_charge: row.id,
  })
  world.emit('charge.pending', row)
  world.emit('payment_intent.processing', processing)
  return processing
}

/** Settles a `processing` bank debit, by default with the outcome its account number stands for. */
export function settleDebit(world: World, intent: Intent, outcome?: 'succeeded' | 'failed'): Intent {
  const { becs } = world.get('instrument', idOf(intent.payment_method)!)
  const failure: Decline | undefined = typeof becs === 'object' ? becs : undefined
  const fails = outcome === undefined ? failure !== undefined : outcome === 'failed'
  if (!fails) return succeeded(world, intent)
  const fallback = {
    code: 'refer_to_customer',
    declineCode: 'refer_to_customer',
    message: "The customer's bank refused the debit.",
  }
  return declined(world, intent, failure ?? fallback)
}

/** Settles every debit that has been processing for three days. */
export function settleDueDebits(world: World): void {
  for (const intent of world.live('payment_intent'))
    if (debitSettlesAt(world, intent) <= world.now()) settleDebit(world, intent)
}

export function debitSettlesAt(world: World, { latest_charge: charge }: Intent): number {
  return world.get('charge', idOf(charge)!).created + becsSettlesAfterSeconds
}

function putCharge(
  world: World,
  intent: Intent,
  status: Stripe.Charge.Status,
  decline?: Decline,
): Stripe.Charge {
  const method = world.get('PaymentMethod', idOf(intent.payment_method)!)
  return world.put('charge', {
    ...world.base('ch', 'charge'),
    amount: intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: status !== 'failed',
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: method.type },
    refunded: false,
    status,
  } as Stripe.Charge)
}
