import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { dateOf, idOf } from '../stripe.ts'
import { type IntentRow, upsertIntent } from '../stripe-store.ts'
import type { Changes } from './handle-event.ts'

/** Saves the payment method of a charge, even one that failed or waits for a bank. */
export async function handleCharge(
  _: PaymentDeps,
  db: Db,
  { created, payment_intent, payment_method_details, status }: Stripe.Charge,
): Promise<Changes> {
  const [intentId, method] = [idOf(payment_intent), payment_method_details?.type]
  if (!intentId || !method) return {}
  return {
    intent: await saveAttempt(db, intentId, { method, at: dateOf(created), hasFailed: status === 'failed' }),
  }
}

/** Saves the method of an attempt to pay an intent, unless we know a later one, and locks the intent. */
export async function saveAttempt(
  db: Db,
  id: string,
  { method, at, hasFailed }: { method: string | undefined; at: Date; hasFailed: boolean },
): Promise<IntentRow> {
  const intent = await upsertIntent(db, id, {})
  const { chargedAt } = intent
  // Of two in the same second, one that failed came first.
  const isLatest = chargedAt === null || at > chargedAt || (+at === +chargedAt && !hasFailed)
  return method && isLatest ? upsertIntent(db, id, { method, chargedAt: at }) : intent
}

/** The method of an intent's last attempt; undefined before the first. A bank that refuses its customer makes no charge. */
export function attemptedMethod({ last_payment_error: error, latest_charge: charge }: Stripe.PaymentIntent) {
  const details = typeof charge === 'object' ? charge?.payment_method_details : undefined
  return error?.payment_method?.type ?? details?.type
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
