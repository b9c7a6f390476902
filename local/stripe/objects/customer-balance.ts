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
  currency?: string | undefined
  type: Transaction['type']
  invoice?: string
  session?: string
  description?: string | null
  metadata?: Stripe.Metadata
}

/** Changes a customer's balance by one transaction. */
export function bookBalance(world: World, customerId: string, booking: Booking): Transaction {
  const customer = world.get('customer', customerId)
  const { currency = 'aud' } = booking
  // Stripe keeps a balance in each currency, the stand-in only one.
  if ((customer.currency ?? currency) !== currency)
    throw badRequest(`This customer’s balance is in ${customer.currency}.`, 'currency')
  const balance = customer.balance + booking.amount
  const transaction = world.put('balance_transaction', {
    ...world.base('cbtxn', 'customer_balance_transaction'),
    amount: booking.amount,
    checkout_session: booking.session ?? null,
    credit_note: null,
    currency,
    customer: customerId,
    customer_account: null,
    description: booking.description ?? null,
    ending_balance: balance,
    invoice: booking.invoice ?? null,
    metadata: booking.metadata ?? {},
    type: booking.type,
  })
  world.emit('customer.updated', world.change('customer', customerId, { balance, currency }), {
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
      currency: z.enum(['aud', 'usd']),
      description: text.optional(),
      metadata: metadata.optional(),
    })
    if (read.amount === 0) throw badRequest('Amount must be nonzero.', 'amount')
    return bookBalance(world, id, {
      amount: read.amount,
      currency: read.currency,
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
