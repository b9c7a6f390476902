import { runningRecurring } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import * as store from '../store.ts'
import { lockSubscription } from '../stripe-store.ts'

/** The access that a payment still gives, after a dispute about it changed. */
export type AccessLeft =
  /** The dispute stopped it. */
  | { state: 'stopped' }
  /** It had ended, or has since. */
  | { state: 'over' }
  /** Its user has bought another plan since, which is about to replace it. */
  | { state: 'replaced' }
  | {
      state: 'running'
      until: Date
      /** Whether a later payment paid for it, so the dispute never stopped it. */
      isPaidLater: boolean
      /** Whether its user can have it renew again. */
      canResume: boolean
    }

export function findAccessLeft(db: Db, payment: store.PaymentRow, now: Date): Promise<AccessLeft> {
  return payment.kind === 'subscription' ? planLeft(db, payment, now) : monthsLeft(db, payment, now)
}

/** Whether there's still access that only this payment paid for. */
export async function keepsAccess(db: Db, payment: store.PaymentRow, now: Date): Promise<boolean> {
  const left = await findAccessLeft(db, payment, now)
  return left.state === 'running' && !left.isPaidLater
}

async function monthsLeft(db: Db, { id, accessEndedAt }: store.PaymentRow, now: Date): Promise<AccessLeft> {
  const months = await db
    .selectFrom('subscriptions')
    .select(['periodEnd', 'endedAt'])
    .where('paymentId', '=', id)
    .where('periodEnd', '>', now)
    .orderBy('periodEnd', 'desc')
    .execute()
  const last = months.find(({ endedAt }) => endedAt === null)
  if (last) return { state: 'running', until: last.periodEnd, isPaidLater: false, canResume: false }
  const isStopped = months.some(({ endedAt }) => +endedAt! === +(accessEndedAt ?? Number.NaN))
  return { state: isStopped ? 'stopped' : 'over' }
}

async function planLeft(
  db: Db,
  { id, ownerId, providerSubscriptionId, accessEndedAt }: store.PaymentRow,
  now: Date,
): Promise<AccessLeft> {
  const plan = await db
    .selectFrom('subscriptions')
    .select(['periodEnd', 'endedAt', 'cancelsAtPeriodEnd'])
    .where('providerSubscriptionId', '=', providerSubscriptionId)
    .where('periodEnd', '>', now)
    .executeTakeFirst()
  if (!plan) return { state: 'over' }
  const atStripe = await lockSubscription(db, providerSubscriptionId!)
  const isCurrent = (await store.findCurrentCharge(db, atStripe))?.id === id
  if (plan.endedAt !== null) {
    const isStopped = isCurrent && +plan.endedAt === +(accessEndedAt ?? Number.NaN)
    return { state: isStopped ? 'stopped' : 'over' }
  }
  const [newest] = ownerId === null ? [] : await runningRecurring(db, ownerId, now)
  if (newest && newest.providerSubscriptionId !== providerSubscriptionId) return { state: 'replaced' }
  return {
    state: 'running',
    until: plan.periodEnd,
    isPaidLater: !isCurrent,
    canResume: atStripe.endedAt === null,
  }
}
