import { paymentRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isUnavailable, typeOf } from '../../stripe.ts'

/**
 * Saves the idempotency key of a plan change before it's sent to Stripe.
 * @throws Refusal `payments.previewOutdated` if we've said since its price was shown that the change wasn't made.
 */
export async function saveKey(
  db: Db,
  { subscription, shownAt }: { subscription: string; shownAt: Date },
  key: string,
): Promise<void> {
  const saved = await db
    .updateTable('providerSubscriptions')
    .set({ changeKeys: sql`array_append(array_remove(change_keys, ${key}), ${key})` })
    .where('id', '=', subscription)
    .where((eb) => eb.or([eb('changesFrom', 'is', null), eb('changesFrom', '<=', shownAt)]))
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refusal(paymentRefusals.previewOutdated)
}

/** Whether the outcome of a change that was sent isn't known. */
export async function isSent(db: Db, subscription: string): Promise<boolean> {
  const row = await db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('id', '=', subscription)
    .where(sql<boolean>`change_keys <> '{}'`)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the keys of changes whose outcome is known. */
export async function removeKeys(db: Db, subscription: string, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await db
      .updateTable('providerSubscriptions')
      .set({ changeKeys: sql`array_remove(change_keys, ${key})` })
      .where('id', '=', subscription)
      .execute()
}

/**
 * Uses up the keys of changes that were sent, so that Stripe refuses any that's still on its way.
 * @returns false if Stripe has received one after all, and its outcome must be looked up again.
 */
export async function blockSentChanges(db: Db, stripe: Stripe, subscription: string): Promise<boolean> {
  const row = await db
    .selectFrom('providerSubscriptions')
    .select('changeKeys')
    .where('id', '=', subscription)
    .executeTakeFirst()
  let areBlocked = true
  for (const key of row?.changeKeys ?? []) {
    areBlocked = (await consumeKey(stripe, subscription, key)) && areBlocked
    await removeKeys(db, subscription, [key])
  }
  return areBlocked
}

/** @returns false if Stripe got another request with this key before: for a day, it only accepts the same one again. */
async function consumeKey({ subscriptions }: Stripe, id: string, key: string): Promise<boolean> {
  try {
    await subscriptions.update(id, { metadata: { calledOff: key } }, { idempotencyKey: key })
    return true
  } catch (error) {
    // A key that Stripe is still working on fails with the same type of error.
    if (typeOf(error) === 'StripeIdempotencyError' && !isUnavailable(error)) return false
    throw error
  }
}
