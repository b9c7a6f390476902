import { z } from 'zod'
import { runningRecurring } from '#features/subscriptions'
import type { Db } from '#platform/database'
import type { Deps } from '#platform/deps'
import { defineJob } from '#platform/jobs'
import { isMissing } from '#platform/payments'
import { takeSubscription } from './renewing-plans.ts'

/** Lets the renewing plans of somebody who closes their account end with what is paid. */
export const stopRenewing = defineJob(
  'payments.stopRenewing',
  z.strictObject({ owner: z.uuid() }),
  async (deps, { owner }) => {
    const stripe = await deps.payments.client()
    for (const { providerSubscriptionId: id } of await runningRecurring(deps.db, owner, deps.now())) {
      const look = await stripe.subscriptions
        .update(id, { cancel_at_period_end: true })
        .catch((thrown: unknown) => {
          if (!isMissing(thrown)) throw thrown
        })
      if (!look) continue
      const at = new Date(Math.floor(deps.now().getTime() / 1000) * 1000)
      await deps.db.transaction().execute((db) => takeSubscription(deps, db, look, at))
    }
  },
  { retries: 20, retryDelaySeconds: 30 },
)

/**
 * Ends the plans of somebody at the provider, at once: before everything of theirs is deleted here.
 * @throws when the provider cannot be reached: then nothing may be deleted yet.
 */
export async function endPlansAtProvider(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  ownerId: string,
): Promise<void> {
  const plans = await db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('endedAt', 'is', null)
    .execute()
  if (plans.length === 0) return
  const stripe = await payments.client()
  for (const { id } of plans) {
    await stripe.subscriptions.cancel(id).catch((thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown
    })
  }
}

/** Locks what somebody bought until the transaction ends, in the order in which events lock it. */
export async function lockPurchases(db: Db, ownerId: string): Promise<void> {
  for (const table of ['providerSubscriptions', 'payments'] as const)
    await db.selectFrom(table).select('id').where('ownerId', '=', ownerId).orderBy('id').forUpdate().execute()
}

/** Takes the name off what somebody paid. Amounts, days and numbers stay: they are our own books. */
export async function forgetBuyer(db: Db, ownerId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ buyerName: '', buyerEmail: '' })
    .where('ownerId', '=', ownerId)
    .execute()
}
