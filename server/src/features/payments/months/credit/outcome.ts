import { type MonthName, type PaymentOutcome, paymentTexts } from '@docketbox/contract'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../../deps.ts'
import { nextMonths } from '../calendar.ts'
import * as store from '../../store.ts'

type Requested = { months: MonthName[]; plan: string; seconds?: number | undefined }

/** The outcome of a payment with credit whose response was lost: a job completes it, or closes it and returns the credit. */
export async function findCreditOutcome(
  deps: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  { ownerId }: Scope,
  { months, plan, seconds = Infinity }: Requested,
): Promise<PaymentOutcome> {
  const firsts = nextMonths(deps.now())
    .filter(({ name }) => months.includes(name))
    .map(({ first }) => first)
  const payments = await store.listPaidWithCredit(deps.db, ownerId, plan)
  // The same months may have been paid for and refunded before. A second more, because the browser rounds.
  const sentAt = +deps.now() - (seconds + 1) * 1000
  const payment = payments.find(
    ({ isLive, updatedAt, ...one }) =>
      one.months.join() === firsts.join() && (isLive || +updatedAt >= sentAt),
  )
  // The request may still be on its way.
  const isOver = seconds * 1000 > deps.payments.waits.moneyCallMs
  if (payment ? payment.isLive : !isOver) return { state: 'checking' }
  return payment?.status === 'paid'
    ? { state: 'done' }
    : { state: 'notDone', message: paymentTexts.creditNotUsed }
}
