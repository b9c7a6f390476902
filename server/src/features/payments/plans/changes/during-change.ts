import { paymentRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from '../../deps.ts'
import { lockSubscription, upsertSubscription } from '../../stripe-store.ts'

/**
 * Makes a plan change that reads what was refunded so far and then credits the rest. Refunds requested meanwhile are
 * refused, also for some minutes after a change whose outcome is unknown. No connection is held: Stripe may take a minute.
 * @param subscription its ID at Stripe.
 */
export async function withoutRefunds<T>(
  { db, now, payments }: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  subscription: string,
  change: () => Promise<T>,
): Promise<T> {
  const until = new Date(+now() + 2 * payments.waits.moneyCallMs)
  const earlier = await setChanging(db, subscription, until)
  const end = () => endChange(db, subscription, { until, earlier })
  try {
    const result = await change()
    await end()
    return result
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.spec === paymentRefusals.outcomeUnknown
    if (!isUnknown) await end()
    throw error
  }
}

/** Whether a change of a subscription's plan may be under way. A refund asks once its request is stored. */
export async function isChanging(db: Db, subscription: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('id', '=', subscription)
    .where('changingUntil', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns until when another change, such as in a second tab, may be under way. */
function setChanging(database: Db, subscription: string, until: Date): Promise<Date | null> {
  return inTransaction(database, async (db) => {
    const { changingUntil: earlier } = await lockSubscription(db, subscription)
    await upsertSubscription(db, subscription, {
      changingUntil: earlier !== null && earlier > until ? earlier : until,
    })
    return earlier
  })
}

/** Unless another change has begun. */
async function endChange(
  db: Db,
  subscription: string,
  { until, earlier }: { until: Date; earlier: Date | null },
): Promise<void> {
  await db
    .updateTable('providerSubscriptions')
    .set({ changingUntil: earlier })
    .where('id', '=', subscription)
    .where('changingUntil', '=', until)
    .execute()
}
