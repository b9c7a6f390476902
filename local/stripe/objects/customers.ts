import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, clearable, metadata, paging, text } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { attach, methodById } from './payment-methods.ts'
import { get, post, remove, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'

const fields = {
  email: clearable.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
}
type Fields = z.output<z.ZodObject<typeof fields>>

export function makeCustomer(
  world: World,
  input: { email?: string | null; name?: string | null; test_clock?: string },
): Stripe.Customer {
  const clock = input.test_clock && world.get('test clock', input.test_clock, 'test_clock')
  const customer = world.put('customer', {
    id: world.id('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: clock ? clock.frozen_time : world.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: input.email ?? null,
    invoice_prefix: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock ? clock.id : null,
  })
  return customer
}

function changed(world: World, customer: Stripe.Customer, input: Fields): Stripe.Customer {
  const { invoice_settings, metadata: added, email, name, phone, description } = input
  const methodId = invoice_settings?.default_payment_method
  const method =
    methodId &&
    attach(world, methodById(world, methodId, 'invoice_settings[default_payment_method]'), customer.id).id
  return world.change('customer', customer.id, {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(description !== undefined && { description }),
    metadata: merged(customer.metadata, added),
    ...(method && { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }),
  })
}

/** Merges metadata; an empty value removes its key. */
export function merged(old: Stripe.Metadata | null, added: Stripe.Metadata | undefined): Stripe.Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...added }).filter(([, value]) => value !== ''))
}

export const customerRoutes: Route[] = [
  post('/v1/customers', ({ world, input }) => {
    const { payment_method, test_clock, ...rest } = accept(input, {
      ...fields,
      payment_method: text.optional(),
      test_clock: text.optional(),
    })
    const made = makeCustomer(world, { ...(test_clock && { test_clock }) })
    const method = payment_method && attach(world, methodById(world, payment_method), made.id).id
    const methodId = rest.invoice_settings?.default_payment_method
    const isReadyMade = methodId !== undefined && methodId === payment_method
    const customer = changed(world, made, {
      ...rest,
      ...(isReadyMade && method && { invoice_settings: { default_payment_method: method } }),
    })
    world.emit('customer.created', customer)
    return customer
  }),
  get('/v1/customers', ({ world, input }) => {
    const { email, ...page } = accept(input, { ...paging, email: text.optional() })
    const rows = world.all('customer').filter((row) => email === undefined || row.email === email)
    return listOf('/v1/customers', rows, page)
  }),
  get('/v1/customers/:id', ({ world, params }) => world.get('customer', params['id']!)),
  post('/v1/customers/:id', ({ world, params, input }) => {
    const customer = changed(world, world.get('customer', params['id']!), accept(input, fields))
    world.emit('customer.updated', customer)
    return customer
  }),
  remove('/v1/customers/:id', ({ world, params }) => {
    const customer = world.get('customer', params['id']!)
    world.remove('customer', customer.id)
    world.emit('customer.deleted', customer)
    return { id: customer.id, object: 'customer', deleted: true }
  }),
]
