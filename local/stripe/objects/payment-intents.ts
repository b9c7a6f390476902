import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, integer, metadata, paging, text, url } from '#stripe/api/accept.ts'
import { authenticationFailed, charge, declineFault } from '#stripe/billing/charging.ts'
import { badRequest, missing, notModelled } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { methodById, methodData, methodFrom } from './payment-methods.ts'
import { type Call, get, post, type Route } from '#stripe/api/route.ts'
import { idOf } from '#stripe/store/tables.ts'
import { cancelIntent, makeIntent, publicView } from '#stripe/billing/intent-shape.ts'
import type { World } from '#stripe/store/world.ts'

type Intent = Stripe.PaymentIntent

const MIN_AMOUNT_CENTS = 50

const confirming = {
  payment_method: text.optional(),
  payment_method_data: methodData.optional(),
  return_url: url.optional(),
  /** Stripe.js shows the bank's page itself. */
  use_stripe_sdk: flag.optional(),
  mandate_data: z.looseObject({}).optional(),
}
const creating = {
  ...confirming,
  amount: integer,
  currency: z.literal('aud'),
  confirm: flag.default(false),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  allowed_payment_method_types: z.array(z.enum(['card', 'au_becs_debit'])).optional(),
  automatic_payment_methods: z.strictObject({ enabled: z.literal('true') }).optional(),
}

function checkAmount(cents: number): void {
  if (cents < 1)
    throw badRequest('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  if (cents < MIN_AMOUNT_CENTS)
    throw badRequest('Amount must be at least $0.50 aud', 'amount', 'amount_too_small')
  if (cents > 99_999_999)
    throw badRequest('Amount must be no more than $999,999.99', 'amount', 'amount_too_large')
}

const confirmable: Intent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

function wrongState(intent: Intent, act: string): Error {
  const message = `This PaymentIntent's status is ${intent.status}; you cannot ${act} it.`
  return badRequest(message, undefined, 'payment_intent_unexpected_state')
}

function confirm(
  world: World,
  intent: Intent,
  input: z.output<z.ZodObject<typeof confirming>>,
  isPublic: boolean,
): Intent {
  if (!confirmable.includes(intent.status)) throw wrongState(intent, 'confirm')
  const method = methodFor(world, intent, input)
  if (!intent.payment_method_types.includes(method.type)) {
    throw badRequest(
      `The payment method type ${method.type} is not allowed for this PaymentIntent.`,
      'payment_method',
      'payment_intent_incompatible_payment_method',
    )
  }
  const done = charge(world, intent, method.id, {
    returnUrl: input.use_stripe_sdk ? null : (input.return_url ?? null),
  })
  if (done.status === 'requires_payment_method') throw declineFault(isPublic ? publicView(done) : done)
  return done
}

function methodFor(
  world: World,
  intent: Intent,
  input: {
    payment_method?: string | undefined
    payment_method_data?: z.output<typeof methodData> | undefined
  },
) {
  if (input.payment_method_data) return methodFrom(world, input.payment_method_data)
  const id = input.payment_method ?? idOf(intent.payment_method)
  if (!id) {
    throw badRequest(
      'You cannot confirm this PaymentIntent because it’s missing a payment method.',
      'payment_method',
      'payment_intent_unexpected_state',
    )
  }
  return methodById(world, id)
}

/** The intent of a call; a publishable key also needs its client secret. */
function intentOf({ world, params, isPublic }: Call, client_secret: string | undefined): Intent {
  const intent = world.get('payment_intent', params['id']!, 'intent')
  const isWrong = client_secret !== undefined && client_secret !== intent.client_secret
  if (isWrong || (isPublic && client_secret === undefined))
    throw missing('payment_intent', params['id']!, 'intent')
  return intent
}

const shown = (call: Call, intent: Intent) => (call.isPublic ? publicView(intent) : intent)

export const paymentIntentRoutes: Route[] = [
  post('/v1/payment_intents', ({ world, input }) => {
    const read = accept(input, creating)
    checkAmount(read.amount)
    const made = makeIntent(world, {
      amount: read.amount,
      customer: read.customer ? world.get('customer', read.customer, 'customer').id : null,
      description: read.description ?? null,
      metadata: read.metadata ?? {},
      ...(read.allowed_payment_method_types && { types: read.allowed_payment_method_types }),
    })
    const intent = read.payment_method
      ? world.change('payment_intent', made.id, {
          payment_method: methodById(world, read.payment_method).id,
          status: 'requires_confirmation',
        })
      : made
    world.emit('payment_intent.created', intent)
    return read.confirm ? confirm(world, intent, { ...read, payment_method: undefined }, false) : intent
  }),
  get('/v1/payment_intents', ({ world, input }) => {
    const { customer, ...page } = accept(input, { ...paging, customer: text.optional() })
    const rows = customer ? world.of('payment_intent', customer) : world.all('payment_intent')
    return listOf('/v1/payment_intents', rows, page)
  }),
  {
    ...get('/v1/payment_intents/:id', (call) => {
      const { client_secret } = accept(call.input, { client_secret: text.optional() })
      return shown(call, intentOf(call, client_secret))
    }),
    isPublic: true,
  },
  {
    ...post('/v1/payment_intents/:id/confirm', (call) => {
      const { client_secret, ...how } = accept(call.input, { ...confirming, client_secret: text.optional() })
      const intent = intentOf(call, client_secret)
      return shown(call, confirm(call.world, intent, how, call.isPublic))
    }),
    isPublic: true,
  },
  {
    // Closing the bank's page.
    ...post('/v1/payment_intents/:id/source_cancel', (call) => {
      const { client_secret } = accept(call.input, { client_secret: text })
      const intent = intentOf(call, client_secret)
      if (intent.status !== 'requires_action') throw wrongState(intent, 'cancel the authentication of')
      return shown(call, authenticationFailed(call.world, intent))
    }),
    isPublic: true,
  },
  post('/v1/payment_intents/:id', ({ world, params, input }) => {
    const { amount } = accept(input, { amount: integer })
    const intent = world.get('payment_intent', params['id']!)
    if (!confirmable.includes(intent.status)) throw wrongState(intent, 'update')
    checkAmount(amount)
    return world.change('payment_intent', intent.id, { amount })
  }),
  post('/v1/payment_intents/:id/cancel', ({ world, params, input }) => {
    const { cancellation_reason = null } = accept(input, {
      cancellation_reason: z.literal('abandoned').optional(),
    })
    const intent = world.get('payment_intent', params['id']!, 'intent')
    if (intent.status === 'processing') throw notModelled('cancelling a debit that is on its way')
    if (!confirmable.includes(intent.status)) throw wrongState(intent, 'cancel')
    return cancelIntent(world, intent.id, cancellation_reason)
  }),
]

/** Applies the result of the bank's authentication page to an intent. */
export function authenticate(world: World, id: string, clientSecret: string, isApproved: boolean): Intent {
  const intent = world.get('payment_intent', id, 'intent')
  if (intent.client_secret !== clientSecret) throw missing('payment_intent', id, 'intent')
  if (intent.status !== 'requires_action') throw wrongState(intent, 'authenticate')
  if (!isApproved) return authenticationFailed(world, intent)
  return charge(world, intent, idOf(intent.payment_method)!, { authenticated: true })
}
