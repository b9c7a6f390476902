import { fullName } from '@docketbox/contract/core/people/full-name'
import {
  commonRefusals,
  creditFor,
  monthLabel,
  type MonthsOrder,
  paymentRefusals,
  paymentTexts,
  type PreparedPayment,
} from '@docketbox/contract'
import { findPlan, type PlanRow } from '#features/subscriptions'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { availableCredit } from '../customers/credit.ts'
import { recordCreditReturn } from '../customers/balance-transactions.ts'
import { findReturn } from '../customers/used-credit.ts'
import type { PaymentDeps } from '../deps.ts'
import { type Month, nextMonths } from './calendar.ts'
import * as store from '../store.ts'
import { callStripe } from '../stripe.ts'
import { isStarting } from '../stripe-store.ts'
import { findTakenMonths } from './available-months.ts'
import { closePayment, closeUnpaid } from './closing/close-payment.ts'
import { reserveMonths } from './store.ts'
import { cancelIntent, openIntent } from './stripe-intent.ts'

export type Order = { plan: PlanRow; months: Month[]; priceCents: number }

const MAX_ATTEMPTS = 4

/**
 * Prepares the payment of months. The same order again leads to the same payment. A different order replaces an unpaid
 * one, at Stripe first, so that no month can be paid for twice. The user's credit is used first.
 * @returns an empty client secret if credit covers the price: then {@link payWithCredit} pays.
 * @throws Refusal `payments.monthsTaken` if one of the months can't be bought, `payments.monthsMoved` if one is another
 * than the customer saw.
 */
export async function createIntent(
  deps: PaymentDeps,
  scope: Scope,
  ordered: MonthsOrder,
): Promise<PreparedPayment> {
  const { ownerId } = scope
  const ready = { message: paymentTexts.intentReady, currency: 'AUD' } as const
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const order = await createOrder(deps, scope, ordered)
    const live = await keepSameOrder(deps, ownerId, order)
    const creditCents = live?.creditCents ?? creditFor(order.priceCents, await availableCredit(deps, ownerId))
    if (!live && creditCents === order.priceCents)
      return { ...ready, clientSecret: '', amountCents: 0, creditCents }
    const payment = live ?? (await insertPayment(deps, ownerId, order, creditCents))
    if (!payment) continue
    const clientSecret = await openIntent(deps, payment)
    if (clientSecret) {
      await assertStillPayable(deps, payment)
      return { ...ready, clientSecret, amountCents: payment.amountCents, creditCents }
    }
    await abandon(deps, payment)
  }
  throw new Refusal(paymentRefusals.monthsTaken)
}

/** The user's open payment if it's for this order; one for another order is closed. */
export async function keepSameOrder(
  deps: PaymentDeps,
  ownerId: string,
  order: Order,
): Promise<store.PaymentRow | undefined> {
  const live = await store.findLive(deps.db, ownerId)
  if (!live || isSameOrder(live, order)) return live
  await cancelIntent(deps, live)
  await abandon(deps, live)
  return undefined
}

/** Closes a payment and returns its credit at once, so that the next one can use it. */
export async function abandon(deps: PaymentDeps, { id }: store.PaymentRow): Promise<void> {
  // Stripe's cancellation event may have closed it first; its job may not have returned the credit yet.
  const back = (await closePayment(deps, id, 'canceled')) ?? (await findReturn(deps.db, id))
  if (back) await callStripe(deps, (stripe) => recordCreditReturn(deps, stripe, back))
}

/** If the user was suspended or the plan withdrawn while this request ran, no form may take money. */
async function assertStillPayable(deps: PaymentDeps, payment: store.PaymentRow): Promise<void> {
  const isLockedOut = await store.isLockedOut(deps.db, payment.ownerId!)
  if (!isLockedOut && (await findPlan(deps.db, payment.planId!))?.isActive) return
  await closeUnpaid(deps, payment)
  throw new Refusal(isLockedOut ? commonRefusals.notAllowed : paymentRefusals.planNotFound)
}

async function findPlanSoldByMonth({ db }: PaymentDeps, planId: string): Promise<PlanRow> {
  const plan = await findPlan(db, planId)
  if (!plan?.isActive) throw new Refusal(paymentRefusals.planNotFound)
  if (plan.periodMonths !== 1 || plan.priceCents < 1) throw new Refusal(paymentRefusals.planNotSoldByMonth)
  return plan
}

/** @throws Refusal `payments.monthsTaken`, `payments.monthsMoved`, `payments.debitUnderWay` while a debit for a plan is pending. */
export async function createOrder(
  deps: PaymentDeps,
  { ownerId }: Scope,
  { months: names, plan: planId, startsOn }: MonthsOrder,
): Promise<Order> {
  const plan = await findPlanSoldByMonth(deps, planId)
  const offered = nextMonths(deps.now())
  const months = offered.filter(({ name }) => names.includes(name))
  if (startsOn && months.some(({ first }) => !startsOn.includes(first)))
    throw new Refusal(paymentRefusals.monthsMoved)
  // The plan will cover these days.
  if (await isStarting(deps.db, ownerId)) throw new Refusal(paymentRefusals.debitUnderWay)
  const taken = await findTakenMonths(deps, ownerId, offered)
  const overlapping = months.filter(({ first }) => taken.has(first))
  if (overlapping.length > 0) {
    const labels = overlapping.map(({ first }) => monthLabel(first)).join(', ')
    throw new Refusal(paymentRefusals.monthsTaken, { fields: { months: `You already have ${labels}.` } })
  }
  return { plan, months, priceCents: plan.priceCents * months.length }
}

function isSameOrder(live: store.PaymentRow, { plan, months, priceCents }: Order): boolean {
  const firsts = months.map(({ first }) => first)
  const isSamePrice = live.amountCents + live.creditCents === priceCents
  return live.planId === plan.id && isSamePrice && live.months.join() === firsts.join()
}

/** Saves the payment and reserves its months before Stripe learns about it; undefined if another request took one of them. */
export function insertPayment(
  { db, now, payments }: PaymentDeps,
  ownerId: string,
  { plan, months, priceCents }: Order,
  creditCents: number,
) {
  const at = now()
  const firsts = months.map(({ first }) => first)
  return inTransaction(db, async (db) => {
    const buyer = await store.findBuyer(db, ownerId)
    const payment = await store.insert(db, {
      id: newId(),
      ownerId,
      ...(buyer && {
        buyerName: fullName(buyer),
        buyerEmail: buyer.email,
      }),
      kind: 'months',
      planId: plan.id,
      planName: plan.name,
      months: firsts,
      amountCents: priceCents - creditCents,
      creditCents,
      status: 'open',
      // Whole seconds, as in Stripe's events.
      statusAt: new Date(Math.floor(+at / 1000) * 1000),
      isLive: true,
      isTest: !payments.isLive,
      createdAt: at,
      updatedAt: at,
    })
    if (!payment) return undefined
    const reserved = await reserveMonths(db, ownerId, payment.id, firsts)
    if (reserved.length < firsts.length) throw new MonthsTaken()
    return payment
  }).catch((error: unknown) => {
    if (error instanceof MonthsTaken) return undefined
    throw error
  })
}

class MonthsTaken extends Error {}
