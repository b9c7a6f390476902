import { paymentRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from '../deps.ts'

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
  await setChanging(db, subscription, until)
  const end = () => endChange(db, subscription, until)
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

async function setChanging(db: Db, subscription: string, changingUntil: Date): Promise<void> {
  await db
    .updateTable('providerSubscriptions')
    .set({ changingUntil })
    .where('id', '=', subscription)
    .execute()
}

/** Unless another change has begun. */
async function endChange(db: Db, subscription: string, until: Date): Promise<void> {
  await db
    .updateTable('providerSubscriptions')
    .set({ changingUntil: null })
    .where('id', '=', subscription)
    .where('changingUntil', '=', until)
    .execute()
}
