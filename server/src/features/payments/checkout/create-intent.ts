import { type MonthName, paymentRefusals, paymentTexts, monthLabel } from '@docketbox/contract'
import { findPlan, type PlanRow } from '#features/subscriptions'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { type Month, nextMonths } from '../months.ts'
import * as store from '../store.ts'
import { findTakenMonths } from './available-months.ts'
import { closePayment } from './close-payment.ts'
import { reserveMonths } from './months-store.ts'
import { cancelIntent, openIntent } from './stripe-intent.ts'

type CheckoutDeps = Pick<PaymentDeps, 'db' | 'now' | 'payments'>
type Order = { plan: PlanRow; months: Month[]; amountCents: number }

const MAX_ATTEMPTS = 4

/**
 * Prepares the payment of months. The same order again leads to the same payment. A different order replaces an unpaid
 * one, at Stripe first, so that no month can be paid for twice.
 * @throws Refusal `payments.monthsTaken` if one of the months can't be bought.
 */
export async function createIntent(
  deps: CheckoutDeps,
  scope: Scope,
  { months, plan: planId }: { months: MonthName[]; plan: string },
): Promise<{ clientSecret: string; message: string; amountCents: number; currency: 'AUD' }> {
  const plan = await findPlanSoldByMonth(deps, planId)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const order = await createOrder(deps, scope, plan, months)
    const live = await store.findLive(deps.db, scope.ownerId)
    if (live && !isSameOrder(live, order)) {
      await cancelIntent(deps, live)
      await closePayment(deps, live.id, 'canceled')
      continue
    }
    const payment = live ?? (await insertPayment(deps, scope, order))
    if (!payment) continue
    const clientSecret = await openIntent(deps, payment)
    if (clientSecret) {
      const { amountCents } = payment
      return { clientSecret, message: paymentTexts.intentReady, amountCents, currency: 'AUD' }
    }
    await closePayment(deps, payment.id, 'canceled')
  }
  throw new Refusal(paymentRefusals.monthsTaken)
}

async function findPlanSoldByMonth({ db }: CheckoutDeps, planId: string): Promise<PlanRow> {
  const plan = await findPlan(db, planId)
  if (!plan?.isActive) throw new Refusal(paymentRefusals.planNotFound)
  if (plan.periodMonths !== 1 || plan.priceCents < 1) throw new Refusal(paymentRefusals.planNotSoldByMonth)
  return plan
}

async function createOrder(
  deps: CheckoutDeps,
  { ownerId }: Scope,
  plan: PlanRow,
  names: MonthName[],
): Promise<Order> {
  const offered = nextMonths(deps.now())
  const months = offered.filter(({ name }) => names.includes(name))
  const taken = await findTakenMonths(deps, ownerId, offered)
  const overlapping = months.filter(({ first }) => taken.has(first))
  if (overlapping.length > 0) {
    const labels = overlapping.map(({ first }) => monthLabel(first)).join(', ')
    throw new Refusal(paymentRefusals.monthsTaken, { fields: { months: `You already have ${labels}.` } })
  }
  return { plan, months, amountCents: plan.priceCents * months.length }
}

function isSameOrder(live: store.PaymentRow, { plan, months, amountCents }: Order): boolean {
  const firsts = months.map(({ first }) => first)
  return live.planId === plan.id && live.amountCents === amountCents && live.months.join() === firsts.join()
}

/** Saves the payment and reserves its months before Stripe hears of it; undefined if another request took one of them. */
function insertPayment({ db, now }: CheckoutDeps, { ownerId }: Scope, { plan, months, amountCents }: Order) {
  const at = now()
  const firsts = months.map(({ first }) => first)
  return inTransaction(db, async (db) => {
    const buyer = await store.findBuyer(db, ownerId)
    const payment = await store.insert(db, {
      id: newId(),
      ownerId,
      ...(buyer && {
        buyerName: `${buyer.firstName} ${buyer.lastName}`,
        buyerEmail: buyer.email,
      }),
      kind: 'months',
      planId: plan.id,
      planName: plan.name,
      months: firsts,
      amountCents,
      status: 'open',
      // Whole seconds, as in Stripe's events.
      statusAt: new Date(Math.floor(+at / 1000) * 1000),
      isLive: true,
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
