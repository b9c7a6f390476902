import { type MonthName, type PaymentOutcome, paymentTexts } from '@docketbox/contract'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../../deps.ts'
import { nextMonths } from '../calendar.ts'
import * as store from '../../store.ts'

/** How long a tab looks up an outcome. */
const ASKS_FOR_SECONDS = 15 * 60

type Requested = { months: MonthName[]; plan: string; seconds?: number | undefined }

/** The outcome of a payment with credit whose response was lost: a job completes it, or closes it and returns the credit. */
export async function findCreditOutcome(
  deps: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  { ownerId }: Scope,
  { months, plan, seconds = ASKS_FOR_SECONDS }: Requested,
): Promise<PaymentOutcome> {
  // A second more, because the browser rounds.
  const sentAt = new Date(+deps.now() - (seconds + 1) * 1000)
  // Since midnight, a name may mean the next year's month.
  const orders = [sentAt, deps.now()].map((at) =>
    nextMonths(at)
      .filter(({ name }) => months.includes(name))
      .map(({ first }) => first)
      .join(),
  )
  const payments = await store.listPaidWithCredit(deps.db, ownerId, plan)
  // The same months may have been paid for and refunded before.
  const payment = payments.find(
    ({ isLive, updatedAt, ...one }) => orders.includes(one.months.join()) && (isLive || updatedAt >= sentAt),
  )
  // The request may still be on its way.
  const isOver = seconds * 1000 > deps.payments.waits.moneyCallMs
  if (payment ? payment.isLive : !isOver) return { state: 'checking' }
  return payment?.status === 'paid'
    ? { state: 'done' }
    : { state: 'notDone', message: paymentTexts.creditNotUsed }
}
