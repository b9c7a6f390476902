import { paymentRefusals, paymentTexts, type MonthName } from '@docketbox/contract'
import { findPlan, listStretches, type PlanRow } from '#features/subscriptions'
import type { Actor } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { labelOf, type Month, offeredMonths, takenMonths } from '../months.ts'
import { cancelIntent, openIntent } from './stripe-intent.ts'
import { holdMonths, listHeldMonths, releaseMonths } from './months-store.ts'
import * as store from '../store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'payments'>
type Choice = { plan: PlanRow; months: Month[]; amountCents: number }
type Ready = { clientSecret: string; message: string; amountCents: number; currency: 'AUD' }

const MOST_TRIES = 4

/**
 * Prepares the payment of months. The same choice again leads to the same payment; another choice replaces the one
 * that was not paid, at the provider first, so that no month can be paid for twice.
 */
export async function createIntent(
  deps: Needs,
  actor: Actor,
  { months, plan: planId }: { months: MonthName[]; plan: string },
): Promise<Ready> {
  const plan = await planSoldByMonth(deps, planId)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const choice = await choose(deps, actor, plan, months)
    const live = await store.findLive(deps.db, actor.id)
    if (live && !isSame(live, choice)) {
      await replace(deps, live)
      continue
    }
    const payment = live ?? (await openPayment(deps, actor, choice))
    if (!payment) continue
    const clientSecret = await openIntent(deps, payment)
    if (!clientSecret) await closePayment(deps, payment.id, 'canceled')
    else
      return {
        clientSecret,
        message: paymentTexts.intentReady,
        amountCents: payment.amountCents,
        currency: 'AUD',
      }
  }
  throw new Refusal(paymentRefusals.monthsTaken)
}

async function planSoldByMonth({ db }: Needs, planId: string): Promise<PlanRow> {
  const plan = await findPlan(db, planId)
  if (!plan?.isActive) throw new Refusal(paymentRefusals.planNotFound)
  if (plan.periodMonths !== 1 || plan.priceCents < 1) throw new Refusal(paymentRefusals.planNotSoldByMonth)
  return plan
}

async function choose({ db, now }: Needs, actor: Actor, plan: PlanRow, names: MonthName[]): Promise<Choice> {
  const offered = offeredMonths(now())
  const months = offered.filter(({ name }) => names.includes(name))
  const [held, stretches] = await Promise.all([listHeldMonths(db, actor.id), listStretches(db, actor.id)])
  const taken = takenMonths(offered, held, stretches, now())
  const clash = months.filter(({ first }) => taken.has(first))
  if (clash.length > 0) {
    const named = clash.map(({ first }) => labelOf(first)).join(', ')
    throw new Refusal(paymentRefusals.monthsTaken, { fields: { months: `Already yours: ${named}.` } })
  }
  return { plan, months, amountCents: plan.priceCents * months.length }
}

function isSame(live: store.PaymentRow, { plan, months, amountCents }: Choice): boolean {
  const firsts = months.map(({ first }) => first)
  return live.planId === plan.id && live.amountCents === amountCents && live.months.join() === firsts.join()
}

/** Writes the payment down and takes its months, before the provider hears of it. Nothing when somebody was faster. */
function openPayment({ db, now }: Needs, actor: Actor, { plan, months, amountCents }: Choice) {
  const at = now()
  const firsts = months.map(({ first }) => first)
  return inTransaction(db, async (db) => {
    const payment = await store.insert(db, {
      id: newId(),
      ownerId: actor.id,
      kind: 'months',
      planId: plan.id,
      planName: plan.name,
      months: firsts,
      amountCents,
      status: 'open',
      // The provider tells time in whole seconds.
      statusAt: new Date(Math.floor(+at / 1000) * 1000),
      isLive: true,
      createdAt: at,
      updatedAt: at,
    })
    if (!payment) return undefined
    const held = await holdMonths(db, actor.id, payment.id, firsts)
    if (held.length < firsts.length) throw new SomebodyWasFaster()
    return payment
  }).catch((thrown: unknown) => {
    if (thrown instanceof SomebodyWasFaster) return undefined
    throw thrown
  })
}

class SomebodyWasFaster extends Error {}

async function replace(deps: Needs, live: store.PaymentRow): Promise<void> {
  await cancelIntent(deps, live)
  await closePayment(deps, live.id, 'canceled')
}

/** Ends a payment that was not paid, and frees its months. */
export async function closePayment(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  status: 'canceled' | 'expired',
): Promise<void> {
  await inTransaction(db, async (db) => {
    const payment = await store.lock(db, { id })
    if (!payment?.isLive) return
    await store.change(db, id, { status, isLive: false, statusAt: now(), updatedAt: now() })
    await releaseMonths(db, id)
  })
}
