import { fullName } from '@docketbox/contract/core/people/full-name'
import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { PaymentDeps } from '../deps.ts'
import * as payments from '../store.ts'
import { callStripe, codeOf, createOnce } from '../stripe.ts'
import * as store from './store.ts'

type CustomerDeps = Pick<PaymentDeps, 'db' | 'now' | 'payments'>

/** The user's one customer at Stripe, created on first use. Requests that race create the same one. */
export async function findOrCreateCustomer(deps: CustomerDeps, ownerId: string, lost = ''): Promise<string> {
  const existing = await store.findCustomer(deps.db, ownerId)
  if (existing) return existing.id
  const buyer = (await payments.findBuyer(deps.db, ownerId))!
  const details = { email: buyer.email, name: fullName(buyer), metadata: { owner: ownerId } }
  // Stripe refuses a key with other parameters than the first time. Hashed, because a key mustn't be personal.
  const mark = createHash('sha256').update(JSON.stringify(details)).digest('hex').slice(0, 16)
  const { id } = await callStripe(deps, (stripe) =>
    createOnce<Stripe.Customer>(
      `customer-${ownerId}-${mark}${lost}`,
      (options) => stripe.customers.create(details, options),
      // An extra customer that we don't know about does no harm.
      async () => undefined,
    ),
  )
  const returnedBeforeCents = await store.sumReturned(deps.db, ownerId)
  const customer = { ownerId, id, seenAt: deps.now(), returnedBeforeCents }
  return (await store.insertCustomer(deps.db, customer))!.id
}

/**
 * Makes a call for a user's customer. One that Stripe doesn't have, because it belongs to another account or was deleted
 * there, is replaced.
 */
export async function withCustomer<T>(
  deps: CustomerDeps,
  ownerId: string,
  call: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await findOrCreateCustomer(deps, ownerId)
  try {
    return await call(customer)
  } catch (error) {
    if (codeOf(error) !== 'resource_missing' || paramOf(error) !== 'customer') throw error
    await store.deleteCustomer(deps.db, customer)
    return call(await findOrCreateCustomer(deps, ownerId, `-after-${customer}`))
  }
}

function paramOf(error: unknown): string | undefined {
  return (error as { param?: string }).param
}
