import { type MonthsOrder, paymentRefusals, paymentTexts } from '@docketbox/contract'
import { z } from 'zod'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Scope } from '#platform/security/scope.ts'
import { availableCredit } from '../../customers/credit.ts'
import { takeCredit } from '../../customers/used-credit.ts'
import { defineLastingJob } from '../../jobs/lasting-job.ts'
import { retryInOutage } from '../../jobs/retry-in-outage.ts'
import type { PaymentDeps } from '../../deps.ts'
import * as store from '../../store.ts'
import { abandon, createOrder, insertPayment, keepSameOrder, type Order } from '../create-intent.ts'
import { grantPaid } from '../grant-paid.ts'

/**
 * Pays for months with credit that covers the whole price. A retry continues where the first attempt stopped.
 * @throws Refusal `payments.creditChanged` if there's less credit, `payments.monthsTaken`,
 * `payments.monthsMoved`, or
 * `payments.outcomeUnknown` if Stripe didn't say whether it took the credit: then a job finds out.
 */
export async function payWithCredit(
  deps: PaymentDeps,
  scope: Scope,
  ordered: MonthsOrder,
): Promise<{ message: string }> {
  const order = await createOrder(deps, scope, ordered)
  const payment = await reserve(deps, scope.ownerId, order)
  // In case we stop before we know how it ended.
  const startAfter = new Date(Date.now() + 2 * deps.payments.waits.moneyCallMs)
  await deps.jobs.enqueue(deps.db, finishPaying, { payment: payment.id }, { startAfter })
  await complete(deps, payment).catch(async (error: unknown) => {
    if (!isUnanswered(error)) throw error
    await deps.jobs.enqueue(deps.db, finishPaying, { payment: payment.id })
    throw new Refusal(paymentRefusals.outcomeUnknown)
  })
  return { message: paymentTexts.succeeded }
}

const unfinished = z.strictObject({ payment: z.uuid() })

/** Takes the credit and grants the months, each once, where an earlier attempt couldn't learn how it went. */
export const finishPaying: Job<typeof unfinished> = defineLastingJob(
  'payments.finishPaying',
  unfinished,
  async (deps, data) => {
    const payment = await store.findById(deps.db, data.payment)
    if (!payment?.isLive) return
    const finish = () =>
      complete(deps, payment).catch((error: unknown) => {
        if (!(error instanceof Refusal) || isUnanswered(error)) throw error
      })
    await retryInOutage(deps, finish, { job: finishPaying, data })
  },
  ({ payment }) => ({
    payment,
    what: 'finish a payment with their credit',
    instead: 'Run npm run admin -- payments check. Until this is fixed, they can’t buy other months.',
  }),
  { retryDelaySeconds: 5 },
)

function isUnanswered(error: unknown): boolean {
  return error instanceof Refusal && error.spec === paymentRefusals.unavailable
}

async function complete(deps: PaymentDeps, payment: store.PaymentRow): Promise<void> {
  if (!(await takeCredit(deps, payment))) {
    await abandon(deps, payment)
    throw new Refusal(paymentRefusals.creditChanged)
  }
  await inTransaction(deps.db, async (db) => {
    const { isLive, status } = (await store.lock(db, { id: payment.id }))!
    if (isLive) return grantPaid(deps, db, payment, { paidAt: deps.now() })
    // Another tab replaced the order and returned the credit.
    if (status !== 'paid') throw new Refusal(paymentRefusals.creditChanged)
  })
}

async function reserve(deps: PaymentDeps, ownerId: string, order: Order): Promise<store.PaymentRow> {
  const live = await keepSameOrder(deps, ownerId, order)
  if (live?.amountCents === 0) return live
  if (live || (await availableCredit(deps, ownerId)) < order.priceCents)
    throw new Refusal(paymentRefusals.creditChanged)
  const payment = await insertPayment(deps, ownerId, order, order.priceCents)
  if (!payment) throw new Refusal(paymentRefusals.monthsTaken)
  return payment
}
