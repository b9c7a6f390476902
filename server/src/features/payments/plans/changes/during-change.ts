import { paymentRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
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
  deps: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  { subscription, shownAt }: { subscription: string; shownAt: Date },
  change: (beforeSend: (key: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { db } = deps
  const until = await startChange(deps, { subscription, shownAt })
  const keys: string[] = []
  const beforeSend = async (key: string) => {
    await saveKey(db, { subscription, shownAt }, key)
    keys.push(key)
  }
  const end = async () => {
    await removeKeys(db, subscription, keys)
    await endChange(db, subscription, until)
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
    .where(sql<boolean>`${now} < any(changing_until)`)
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
    if (changingUntil.some((until) => until > now())) return false
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

/** @returns until when the change may be under way. Of two changes, such as in two tabs, each has its own. */
function startChange(
  { db: database, now, payments }: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  { subscription, shownAt }: { subscription: string; shownAt: Date },
): Promise<Date> {
  return inTransaction(database, async (db) => {
    const { changingUntil, changesFrom } = await lockSubscription(db, subscription)
    if (changesFrom !== null && shownAt < changesFrom) throw new Refusal(paymentRefusals.previewOutdated)
    const others = changingUntil.filter((until) => until > now())
    const afterOthers = others.map((until) => +until + 1)
    const until = new Date(Math.max(+now() + 2 * payments.waits.moneyCallMs, ...afterOthers))
    await upsertSubscription(db, subscription, { changingUntil: [...others, until] })
    return until
  })
}

async function endChange(db: Db, subscription: string, until: Date): Promise<void> {
  await db
    .updateTable('providerSubscriptions')
    .set({ changingUntil: sql`array_remove(changing_until, ${until}::timestamptz)` })
    .where('id', '=', subscription)
    .execute()
}
