import { paymentRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from '../../deps.ts'
import { lockSubscription, upsertSubscription } from '../../stripe-store.ts'
import { callStripe } from '../../stripe.ts'
import { blockSentChanges, isSent, removeKeys, saveKey } from './sent-keys.ts'

/**
 * Makes a plan change that reads what was refunded so far and then credits the rest. Refunds requested meanwhile are
 * refused, also for some minutes after a change whose outcome is unknown. No connection is held: Stripe may take a minute.
 * @param subscription its ID at Stripe.
 * @param shownAt when its price was shown.
 * @param change calls `beforeSend` with the idempotency key of each request that makes the change.
 * @throws Refusal `payments.previewOutdated` if we've said since that the change wasn't made.
 */
export async function withoutRefunds<T>(
  { db, now, payments }: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  { subscription, shownAt }: { subscription: string; shownAt: Date },
  change: (beforeSend: (key: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const until = new Date(+now() + 2 * payments.waits.moneyCallMs)
  const earlier = await setChanging(db, { subscription, shownAt, until })
  const keys: string[] = []
  const beforeSend = async (key: string) => {
    await saveKey(db, { subscription, shownAt }, key)
    keys.push(key)
  }
  const end = async () => {
    await removeKeys(db, subscription, keys)
    await endChange(db, subscription, { until, earlier })
  }
  try {
    const result = await change(beforeSend)
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

/**
 * Refuses changes at any price shown so far, before we say that a change wasn't made: its request may still be on its way to
 * us.
 * @returns false if a change may be under way.
 */
export function expirePreviews(
  { db: database, now }: Pick<PaymentDeps, 'db' | 'now'>,
  subscription: string,
): Promise<boolean> {
  return inTransaction(database, async (db) => {
    const { changingUntil } = await lockSubscription(db, subscription)
    if (changingUntil !== null && changingUntil > now()) return false
    // Prices are shown at full seconds. The next one may be shown in this very second.
    const changesFrom = new Date(Math.floor(+now() / 1000) * 1000)
    await upsertSubscription(db, subscription, { changesFrom })
    return true
  })
}

/**
 * Keeps changes that Stripe never answered from being made later, at prices that are shown no more. Leaves them alone while
 * they may be under way.
 */
export async function dropUnanswered(
  deps: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  subscription: string,
): Promise<void> {
  if (!(await isSent(deps.db, subscription)) || !(await expirePreviews(deps, subscription))) return
  await callStripe(deps, (stripe) => blockSentChanges(deps.db, stripe, subscription))
}

/** @returns until when another change, such as in a second tab, may be under way. */
function setChanging(
  database: Db,
  { subscription, shownAt, until }: { subscription: string; shownAt: Date; until: Date },
): Promise<Date | null> {
  return inTransaction(database, async (db) => {
    const { changingUntil: earlier, changesFrom } = await lockSubscription(db, subscription)
    if (changesFrom !== null && shownAt < changesFrom) throw new Refusal(paymentRefusals.previewOutdated)
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
