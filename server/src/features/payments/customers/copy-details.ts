import { fullName } from '@docketbox/contract/core/people/full-name'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { findBuyer } from '../store.ts'
import { ignoreMissing } from '../stripe.ts'
import { findCustomer } from './store.ts'

/** Copies a user's email and name to their customer at Stripe, for its mails and bills. */
export const copyDetails = defineJob(
  // Named when it only copied the email. Queued jobs have this name.
  'payments.copyEmail',
  z.strictObject({ owner: z.uuid() }),
  async ({ db, payments }, { owner }) => {
    const [customer, buyer] = await Promise.all([findCustomer(db, owner), findBuyer(db, owner)])
    if (!customer || !buyer) return
    const stripe = await payments.client()
    const details = { email: buyer.email, name: fullName(buyer) }
    await stripe.customers.update(customer.id, details).catch(ignoreMissing)
  },
  { retries: 20, retryDelaySeconds: 30, policy: 'short' },
)

/** Queues copying a user's email and name as part of the transaction `db` that changes them. */
export function requestDetailsCopy(
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  ownerId: string,
): Promise<void> {
  return jobs.enqueue(db, copyDetails, { owner: ownerId }, { singletonKey: ownerId })
}
