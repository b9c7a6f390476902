import type Stripe from 'stripe'
import { accept, integer, metadata, paging, text } from '#stripe/api/accept.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'
import { z } from 'zod'

type Transaction = Stripe.CustomerBalanceTransaction
type Booking = {
  /** Negative amounts are credit for the customer. */
  amount: number
  type: Transaction['type']
  invoice?: string
  session?: string
  description?: string | null
  metadata?: Stripe.Metadata
}

/** Changes a customer's balance by one transaction. */
export function bookBalance(world: World, customerId: string, booking: Booking): Transaction {
  const customer = world.get('customer', customerId)
  const balance = customer.balance + booking.amount
  const transaction = world.put('balance_transaction', {
    id: world.id('cbtxn'),
    object: 'customer_balance_transaction',
    amount: booking.amount,
    checkout_session: booking.session ?? null,
    created: world.now(),
    credit_note: null,
    currency: 'aud',
    customer: customerId,
    customer_account: null,
    description: booking.description ?? null,
    ending_balance: balance,
    invoice: booking.invoice ?? null,
    livemode: false,
    metadata: booking.metadata ?? {},
    type: booking.type,
  })
  world.emit('customer.updated', world.change('customer', customerId, { balance }), {
    balance: customer.balance,
  })
  return transaction
}

const path = '/v1/customers/:id/balance_transactions'

export const customerBalanceRoutes: Route[] = [
  post(path, ({ world, params, input }) => {
    const { id } = world.get('customer', params['id']!, 'customer')
    const read = accept(input, {
      amount: integer,
      currency: z.literal('aud'),
      description: text.optional(),
      metadata: metadata.optional(),
    })
    if (read.amount === 0) throw badRequest('Amount must be nonzero.', 'amount')
    return bookBalance(world, id, {
      amount: read.amount,
      type: 'adjustment',
      description: read.description ?? null,
      ...(read.metadata && { metadata: read.metadata }),
    })
  }),
  get(path, ({ world, params, input }) => {
    const { id } = world.get('customer', params['id']!, 'customer')
    const rows = world.of('balance_transaction', id)
    return listOf(`/v1/customers/${id}/balance_transactions`, rows, accept(input, paging))
  }),
]
