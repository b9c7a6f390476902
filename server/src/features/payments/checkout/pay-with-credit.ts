import { type MonthName, paymentRefusals, paymentTexts } from '@docketbox/contract'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { availableCredit } from '../customers/credit.ts'
import { takeCredit } from '../customers/used-credit.ts'
import * as store from '../store.ts'
import {
  abandon,
  type CheckoutDeps,
  createOrder,
  insertPayment,
  keepSameOrder,
  type Order,
} from './create-intent.ts'
import { grantPaid } from './grant-paid.ts'

/**
 * Pays for months with credit that covers the whole price. A retry goes on where the first attempt stopped.
 * @throws Refusal `payments.creditChanged` if there's less credit, `payments.monthsTaken`.
 */
export async function payWithCredit(
  deps: CheckoutDeps,
  scope: Scope,
  { months, plan }: { months: MonthName[]; plan: string },
): Promise<{ message: string }> {
  const order = await createOrder(deps, scope, plan, months)
  const payment = await reserve(deps, scope.ownerId, order)
  if (!(await takeCredit(deps, payment))) {
    await abandon(deps, payment)
    throw new Refusal(paymentRefusals.creditChanged)
  }
  await inTransaction(deps.db, async (db) => {
    const { isLive, status } = (await store.lock(db, { id: payment.id }))!
    if (isLive) return grantPaid(deps, db, payment, { paidAt: deps.now() })
    // Replaced in another tab meanwhile, which returned the credit.
    if (status !== 'paid') throw new Refusal(paymentRefusals.creditChanged)
  })
  return { message: paymentTexts.succeeded }
}

async function reserve(deps: CheckoutDeps, ownerId: string, order: Order): Promise<store.PaymentRow> {
  const live = await keepSameOrder(deps, ownerId, order)
  if (live?.amountCents === 0) return live
  if (live || (await availableCredit(deps, ownerId)) < order.priceCents)
    throw new Refusal(paymentRefusals.creditChanged)
  const payment = await insertPayment(deps, ownerId, order, order.priceCents)
  if (!payment) throw new Refusal(paymentRefusals.monthsTaken)
  return payment
}
