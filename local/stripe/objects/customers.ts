import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, metadata, paging, text } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, remove, type Route } from '#stripe/api/route.ts'
import { endSubscription } from '#stripe/billing/billing.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'
import { attach, methodById } from './payment-methods.ts'

type NewCustomer = { email: string; name?: string | undefined; metadata?: Stripe.Metadata | undefined }

function makeCustomer(world: World, { email, name, metadata = {} }: NewCustomer): Stripe.Customer {
  const customer = world.put('customer', {
    ...world.base('cus', 'customer'),
    balance: 0,
    email,
    invoice_settings: { default_payment_method: null },
    metadata,
    name: name ?? null,
    next_invoice_sequence: 1,
  } as Stripe.Customer)
  world.emit('customer.created', customer)
  return customer
}

/** Makes a payment method the one that later invoices of a customer are charged to. */
export function setDefaultMethod(world: World, customer: Stripe.Customer, method: string): Stripe.Customer {
  return world.change('customer', customer.id, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method },
  })
}

/** Ends a customer's subscriptions and forgets the rest; their charges stay. */
function deleteCustomer(world: World, id: string): Stripe.DeletedCustomer {
  const customer = world.get('customer', id)
  for (const row of world.live('subscription'))
    if (idOf(row.customer) === id) endSubscription(world, row, 'cancellation_requested')
  world.remove('customer', id)
  world.emit('customer.deleted', customer)
  return world.put('deleted customer', { id, object: 'customer', deleted: true })
}

export const customerRoutes: Route[] = [
  post('/v1/customers', ({ world, input }) =>
    makeCustomer(world, accept(input, { email: text, name: text.optional(), metadata: metadata.optional() })),
  ),
  get('/v1/customers', ({ world, input }) =>
    listOf('/v1/customers', world.all('customer'), accept(input, paging)),
  ),
  get(
    '/v1/customers/:id',
    ({ world, params }) =>
      world.find('deleted customer', params['id']!) ?? world.get('customer', params['id']!),
  ),
  remove('/v1/customers/:id', ({ world, params }) => deleteCustomer(world, params['id']!)),
  post('/v1/customers/:id', ({ world, params, input }) => {
    const customer = world.get('customer', params['id']!)
    const { invoice_settings, email, name } = accept(input, {
      email: text.optional(),
      name: text.optional(),
      invoice_settings: z.strictObject({ default_payment_method: text }).optional(),
    })
    const named = world.change('customer', customer.id, {
      email: email ?? customer.email,
      name: name ?? customer.name ?? null,
    })
    const method = invoice_settings && methodById(world, invoice_settings.default_payment_method)
    const changed = method ? setDefaultMethod(world, named, attach(world, method, customer.id).id) : named
    world.emit('customer.updated', changed)
    return changed
  }),
]
