import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isMissing } from '#platform/payments/stripe-client.ts'
import { letEnd } from './cancellation.ts'
import { isLockedOut } from '../store.ts'

/**
 * Lets the renewing plans of somebody who closed their account, or was suspended, end with what is paid. The provider's
 * event then says so here.
 */
export const stopRenewing = defineJob(
  'payments.stopRenewing',
  z.strictObject({
    owner: z.uuid(),
    /** Nothing is stopped for who was let in again meanwhile: they may have taken it back already. */
    unlessBack: z.boolean().default(false),
  }),
  async (deps, { owner, unlessBack }) => {
    if (unlessBack && !(await isLockedOut(deps.db, owner))) return
    const plans = await unendedPlans(deps.db, owner)
    if (plans.length === 0) return
    const stripe = await deps.payments.client()
    for (const { id } of plans) {
      await letEnd(stripe, id).catch((thrown: unknown) => {
        if (!isMissing(thrown)) throw thrown
      })
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
  const plans = await unendedPlans(db, ownerId)
  if (plans.length === 0) return
  const stripe = await payments.client()
  for (const { id } of plans) {
    await stripe.subscriptions.cancel(id).catch((thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown
    })
  }
}

function unendedPlans(db: Db, ownerId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('endedAt', 'is', null)
    .execute()
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
