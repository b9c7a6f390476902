import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, integer, text } from '#stripe/api/accept.ts'
import { type Behaviour, bankAccount, cardByName, cardByNumber, isLuhnValid } from '#stripe/billing/cards.ts'
import { badRequest, Fault, missing, notModelled } from '#stripe/api/fault.ts'
import { post, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'

/** The parts of `payment_method_data` that a card form or a bank-debit form sends. */
export const methodData = z.strictObject({
  type: z.enum(['card', 'au_becs_debit']),
  card: z
    .strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() })
    .optional(),
  au_becs_debit: z.strictObject({ bsb_number: text, account_number: text }).optional(),
  billing_details: z.strictObject({ name: text, email: text }).partial().default({}),
})
type MethodData = z.output<typeof methodData>

/** Creates a payment method from form data. As at Stripe, only forms may send raw card numbers. */
export function methodFrom(world: World, data: MethodData): Stripe.PaymentMethod {
  const details = billingDetails(data.billing_details)
  if (data.type === 'card') {
    if (!data.card) throw badRequest('Missing required param: card.', 'card', 'parameter_missing')
    return storeCard(world, checkedCard(world, data.card), data.card, details)
  }
  const { bsb_number, account_number } = data.au_becs_debit ?? {}
  if (!bsb_number || !account_number)
    throw badRequest('Missing required param: au_becs_debit.', 'au_becs_debit', 'parameter_missing')
  const account = bankAccount(account_number)
  if (!account)
    throw notModelled(
      'this bank account number; use 000123456 (succeeds) or 111111113 (fails)',
      'au_becs_debit[account_number]',
    )
  return store(world, account, {
    type: 'au_becs_debit',
    au_becs_debit: { bsb_number, fingerprint: null, last4: account.last4 },
    billing_details: details,
  })
}

/** A payment method by id, or one of Stripe's test methods (`pm_card_visa`). */
export function methodById(world: World, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const stored = world.find('PaymentMethod', id)
  if (stored) return stored
  const behaviour = cardByName(id)
  if (!behaviour) throw missing('PaymentMethod', id, param)
  const year = new Date(world.now() * 1000).getUTCFullYear() + 3
  return storeCard(world, behaviour, { exp_month: 12, exp_year: year }, billingDetails({}))
}

function billingDetails({
  name = null,
  email = null,
}: {
  name?: string | null | undefined
  email?: string | null | undefined
}): Stripe.PaymentMethod['billing_details'] {
  return { address: null, email, name, phone: null, tax_id: null }
}

function checkedCard(world: World, card: NonNullable<MethodData['card']>): Behaviour {
  const refuse = (code: string, message: string, param: string) =>
    new Fault(402, { type: 'card_error', code, message, param })
  const number = card.number.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(number) || !isLuhnValid(number))
    throw refuse('incorrect_number', 'Your card number is incorrect.', 'number')
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const firstInvalid = Date.UTC(card.exp_year, card.exp_month, 1) / 1000
  if (firstInvalid <= world.now())
    throw refuse('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc))
    throw refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  return cardByNumber(number)
}

function storeCard(
  world: World,
  behaviour: Behaviour,
  { exp_month, exp_year }: { exp_month: number; exp_year: number },
  billing_details: Stripe.PaymentMethod['billing_details'],
): Stripe.PaymentMethod {
  const { brand, last4 } = behaviour
  return store(world, behaviour, {
    type: 'card',
    billing_details,
    card: {
      brand,
      country: 'AU',
      exp_month,
      exp_year,
      funding: 'credit',
      last4,
    } as Stripe.PaymentMethod.Card,
  })
}

type Particular = Pick<Stripe.PaymentMethod, 'type' | 'billing_details' | 'card' | 'au_becs_debit'>

function store(world: World, behaviour: Behaviour, particular: Particular): Stripe.PaymentMethod {
  const id = world.id('pm')
  world.put('instrument', { ...behaviour, id })
  return world.put('PaymentMethod', {
    ...particular,
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    created: world.now(),
    customer: null,
    livemode: false,
    metadata: {},
  } as Stripe.PaymentMethod)
}

export function attach(world: World, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  if (method.customer === customer) return method
  if (method.customer)
    throw badRequest('This PaymentMethod is already attached to another customer.', 'customer')
  const attached = world.change('PaymentMethod', method.id, { customer })
  world.emit('payment_method.attached', attached)
  return attached
}

export const paymentMethodRoutes: Route[] = [
  post('/v1/payment_methods', ({ world, input }) => {
    const read = accept(input, methodData.shape)
    if (read.type === 'card') throw notModelled('raw card numbers outside its forms', 'card')
    return methodFrom(world, read)
  }),
  post('/v1/payment_methods/:id/attach', ({ world, params, input }) => {
    const { customer } = accept(input, { customer: text })
    world.get('customer', customer, 'customer')
    return attach(world, methodById(world, params['id']!), customer)
  }),
]
