import type { Stripe } from 'stripe'
import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { findCustomer } from '../customers/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { expire } from './open-checkout.ts'

/** Closes the pages a user has open to subscribe, once one of them was paid. */
export const closeCheckouts = defineJob(
  'payments.closeCheckouts',
  z.strictObject({ owner: z.uuid() }),
  async (deps, { owner }) => closeCheckoutsOf(deps, await deps.payments.client(), owner),
  { retries: 20, retryDelaySeconds: 5, policy: 'short' },
)

/** Closes every page that a user could still pay on to subscribe. */
export async function closeCheckoutsOf(
  { db }: Pick<PaymentDeps, 'db'>,
  stripe: Stripe,
  ownerId: string,
): Promise<void> {
  const customer = await findCustomer(db, ownerId)
  if (!customer) return
  const open = stripe.checkout.sessions.list({ customer: customer.id, status: 'open', limit: 100 })
  for await (const { id } of open) await expire(stripe, id)
}
