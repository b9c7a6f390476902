import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { findBuyer } from '../store.ts'
import { ignoreMissing } from '../stripe.ts'
import { findCustomer } from './store.ts'

/** Copies a user's email to their customer at Stripe, which sends mails to it. */
export const copyEmail = defineJob(
  'payments.copyEmail',
  z.strictObject({ owner: z.uuid() }),
  async ({ db, payments }, { owner }) => {
    const [customer, buyer] = await Promise.all([findCustomer(db, owner), findBuyer(db, owner)])
    if (!customer || !buyer) return
    const stripe = await payments.client()
    await stripe.customers.update(customer.id, { email: buyer.email }).catch(ignoreMissing)
  },
  { retries: 20, retryDelaySeconds: 30, policy: 'short' },
)

/** Queues copying a user's email as part of the transaction `db` that changes it. */
export function requestEmailCopy(
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  ownerId: string,
): Promise<void> {
  return jobs.enqueue(db, copyEmail, { owner: ownerId }, { singletonKey: ownerId })
}
