import { z } from 'zod'
import { findPlan } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../../deps.ts'
import { closeUnpaid } from '../../months/closing/close-payment.ts'
import { listLiveOf } from '../../months/store.ts'
import { closeCheckoutsAbout } from './close-checkouts.ts'

/** Closes the pages and card forms on which a withdrawn plan could still be bought. */
export const closeWithdrawn = defineJob(
  'payments.closeWithdrawn',
  z.strictObject({ plan: z.uuid() }),
  async (deps, { plan: id }) => {
    // It may be on offer again.
    if ((await findPlan(deps.db, id))?.isActive) return
    await closeCheckoutsAbout(await deps.payments.client(), ({ metadata }) => metadata?.['plan'] === id)
    for (const payment of await listLiveOf(deps.db, id)) await closeUnpaid(deps, payment)
  },
  { retries: 20, retryDelaySeconds: 5, policy: 'short' },
)

/** Queues closing them as part of the transaction `db`. */
export function requestClosing(
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  { id: plan }: { id: string },
): Promise<void> {
  return jobs.enqueue(db, closeWithdrawn, { plan }, { singletonKey: plan })
}
