import { paymentRefusals, type refundBody } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import type { z } from 'zod'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit, type AuditEntry } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { sumOpen } from './credit-refunds/store.ts'
import { countFailedRefunds } from '../reversals/store.ts'
import { addRequest, listUnconfirmed, removeRequest } from './requests-store.ts'
import { moveMoney } from '../money-call.ts'
import { dropChange } from '../plans/changes/change-attempt.ts'
import { isChanging } from '../plans/changes/during-change.ts'
import { blockSentChanges } from '../plans/changes/sent-keys.ts'
import {
  callStripe,
  codeOf,
  isAboveRemainder,
  isChargeDisputed,
  isRefused,
  reasonOf,
  typeOf,
} from '../stripe.ts'
import { createRefund, findMade, finishRefund } from './finish-refund.ts'
import { findRefusal } from './limits.ts'
import { refundAsCredit } from './refund-as-credit.ts'
import { isPaidWithCredit, isTakenBack, refundableOf } from './refundable.ts'

/**
 * Refunds a payment at Stripe, whose event then updates the payment and, after a full refund, ends the access. The
 * audit log is written first: no refund may exist without someone who answers for it.
 * @throws Refusal `payments.notRefundable`, `payments.disputed`, `payments.alreadyCredited`, `payments.refundOutdated`,
 * `payments.planChanging`, `payments.refundRefused`, `payments.refundUnavailable` if Stripe can't be reached, or
 * `payments.refundUnknown` if it didn't answer.
 */
export async function refundPayment(
  deps: PaymentDeps,
  actor: Actor,
  id: string,
  body: z.infer<typeof refundBody>,
): Promise<{ message: string }> {
  try {
    return await requestRefund(deps, actor, id, body)
  } catch (error) {
    const { unavailable, refundUnavailable, refundUnknown } = paymentRefusals
    if (!(error instanceof Refusal && error.spec === unavailable)) throw error
    // An earlier press may have reached Stripe.
    const wasRequested = (await listUnconfirmed(deps.db, [id])).length > 0
    throw new Refusal(wasRequested ? refundUnknown : refundUnavailable, { retryAfterSeconds: 60 })
  }
}

async function requestRefund(
  deps: PaymentDeps,
  actor: Actor,
  id: string,
  { amountCents, refundableCents, reason }: z.infer<typeof refundBody>,
): Promise<{ message: string }> {
  const payment = await store.findById(deps.db, id)
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  if (isTakenBack(payment)) throw new Refusal(paymentRefusals.disputed)
  const leftCents = refundableOf(payment)
  if (leftCents > 0 && (refundableCents ?? leftCents) !== leftCents)
    throw new Refusal(paymentRefusals.refundOutdated)
  const amount = amountCents ?? leftCents
  if (amount < 1 || amount > leftCents) throw new Refusal(paymentRefusals.notRefundable)
  if (isPaidWithCredit(payment)) return refundAsCredit(deps, actor, payment, { amountCents: amount, reason })
  const failed = await countFailedRefunds(deps.db, payment.providerIntentId!)
  const at = deps.now()
  const log = (db: Db, action: AuditEntry['action'], details: Record<string, string | number>) =>
    audit(db, { at, actorId: actor.id, action, subjectId: id, details })
  // A double click is one refund; the next one starts from another total, or after one that failed.
  const key = `refund-${id}-${payment.refundedCents}-${amount}-${failed}`
  const finishing = {
    payment: id,
    actor: actor.id,
    refundedCents: payment.refundedCents,
    amountCents: amount,
    key,
  }
  const subscription = payment.providerSubscriptionId
  // Before the request is stored, refusals save two entries in the audit log.
  await refuseWhileChanging(deps, subscription)
  await refuseUnlessAllowed(deps, payment, finishing)
  const isFirst = await inTransaction(deps.db, async (db) => {
    // Pressed again, or by two administrators: the same refund.
    if (!(await addRequest(db, { key, paymentId: id, amountCents: amount, requestedAt: at }))) return false
    await log(db, 'payments.refund', { amountCents: amount, reason })
    // In case we stop before we know how it ended.
    const startAfter = new Date(Date.now() + 2 * deps.payments.waits.moneyCallMs)
    await deps.jobs.enqueue(db, finishRefund, finishing, { startAfter })
    return true
  })
  const withdraw = () =>
    inTransaction(deps.db, async (db) => {
      // An earlier press may have reached Stripe: its job finds out.
      if (isFirst && (await removeRequest(db, key)))
        await log(db, 'payments.refundRefused', { amountCents: amount })
    })
  try {
    // Plan changes count it from now on. One may have credited the money since we looked, or wait for the bank.
    await refuseWhileChanging(deps, subscription)
    if (subscription !== null) await callStripe(deps, (stripe) => dropChanges(deps, stripe, subscription))
    await refuseUnlessAllowed(deps, payment, finishing)
  } catch (error) {
    await withdraw()
    throw error
  }
  const intent = payment.providerIntentId!
  // Stripe forgets idempotency keys after a day.
  if (!isFirst && (await callStripe(deps, (stripe) => findMade(stripe, intent, key)))) return requested
  try {
    await moveMoney(deps, (stripe, options) =>
      createRefund(stripe, intent, { amountCents: amount, key }, options),
    )
  } catch (error) {
    const { outcomeUnknown, unavailable, refundUnknown } = paymentRefusals
    const refused = error instanceof Refusal ? error.spec : undefined
    if (refused === outcomeUnknown) {
      await deps.jobs.enqueue(deps.db, finishRefund, finishing)
      throw new Refusal(refundUnknown)
    }
    if (!isRefused(error) && refused !== unavailable) throw error
    await withdraw()
    throw typeOf(error) === 'StripeInvalidRequestError' ? refusalOf(error) : error
  }
  return requested
}

const requested = { message: 'Refund requested.' }

/** What administrators read if Stripe doesn't make a refund. */
function refusalOf(error: unknown): Refusal {
  const { disputed, notRefundable, refundRefused } = paymentRefusals
  // These happened a moment ago, so their events haven't arrived yet.
  if (isChargeDisputed(error)) return new Refusal(disputed)
  if (codeOf(error) === 'charge_already_refunded' || isAboveRemainder(error))
    return new Refusal(notRefundable)
  return new Refusal(refundRefused, { message: `${refundRefused.message} It says: ${reasonOf(error)}.` })
}

/** A plan change that's under way may credit what would be refunded. */
async function refuseWhileChanging({ db, now }: PaymentDeps, subscription: string | null): Promise<void> {
  if (subscription !== null && (await isChanging(db, subscription, now())))
    throw new Refusal(paymentRefusals.planChanging)
}

/** Voids plan changes that wait for the bank, and blocks those that Stripe never answered. */
async function dropChanges({ db }: PaymentDeps, stripe: Stripe, subscription: string): Promise<void> {
  if (!(await blockSentChanges(db, stripe, subscription))) throw new Refusal(paymentRefusals.planChanging)
  await dropChange(stripe, subscription)
}

async function refuseUnlessAllowed(
  deps: PaymentDeps,
  payment: store.PaymentRow,
  request: { amountCents: number; key: string },
): Promise<void> {
  // A credit refund in progress may come from this payment.
  if (payment.ownerId !== null && (await sumOpen(deps.db, payment.ownerId)) > 0)
    throw new Refusal(paymentRefusals.refundOutdated)
  const refusal = await findRefusal(deps, payment, request)
  if (refusal) throw new Refusal(refusal)
}
