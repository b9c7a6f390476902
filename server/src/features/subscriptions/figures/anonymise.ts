import type { Db } from '#platform/database/database.ts'
import { accessUntil } from '../rules.ts'

/**
 * Ends a user's plans, and keeps of them only what the figures count, without the user: past months stay as they were once
 * the account is deleted.
 */
export async function anonymisePlans(db: Db, ownerId: string, now: Date): Promise<void> {
  const unended = await db
    .selectFrom('subscriptions')
    .select(['id', 'kind', 'periodEnd', 'cancelsAtPeriodEnd', 'isRenewalPending'])
    .where('ownerId', '=', ownerId)
    .where('endedAt', 'is', null)
    .execute()
  const running = unended.filter((period) => now < accessUntil(period)).map(({ id }) => id)
  await db
    .updateTable('subscriptions')
    .set({ endedAt: now })
    .where('id', '=', (eb) => eb.fn.any(eb.val(running)))
    .execute()
  const links = { ownerId: null, paymentId: null, providerSubscriptionId: null, providerCustomerId: null }
  await db
    .updateTable('subscriptions')
    .set({ ...links, updatedAt: now })
    .where('ownerId', '=', ownerId)
    .execute()
}
