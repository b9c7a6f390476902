import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { idOf } from '../stripe.ts'
import { type IntentRow, upsertIntent } from '../stripe-store.ts'
import type { Changes } from './handle-event.ts'

/** Saves a charge's payment method. */
export async function handleChargeSucceeded(
  _: PaymentDeps,
  db: Db,
  { payment_intent, payment_method_details }: Stripe.Charge,
): Promise<Changes> {
  const [intentId, method] = [idOf(payment_intent), payment_method_details?.type]
  return intentId && method ? { intent: await upsertIntent(db, intentId, { method }) } : {}
}

/** Adds the method to an intent's payment, whichever of their events arrives first. */
export async function applyMethod(db: Db, { id, method }: IntentRow): Promise<void> {
  if (method === '') return
  await db
    .updateTable('payments')
    .set({ method })
    .where('providerIntentId', '=', id)
    .where('method', '<>', method)
    .execute()
}
