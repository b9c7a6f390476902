import { type MonthName, type PaymentOutcome, paymentTexts } from '@docketbox/contract'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { nextMonths } from '../months.ts'
import * as store from '../store.ts'

/** What became of a payment with credit that Stripe didn't answer: a job completes it, or closes it and returns the credit. */
export async function findCreditOutcome(
  deps: Pick<PaymentDeps, 'db' | 'now'>,
  { ownerId }: Scope,
  { months, plan }: { months: MonthName[]; plan: string },
): Promise<PaymentOutcome> {
  const firsts = nextMonths(deps.now())
    .filter(({ name }) => months.includes(name))
    .map(({ first }) => first)
  const payments = await store.listPaidWithCredit(deps.db, ownerId, plan)
  const payment = payments.find((one) => one.months.join() === firsts.join())
  if (payment?.isLive) return { state: 'checking' }
  return payment?.status === 'paid'
    ? { state: 'done' }
    : { state: 'notDone', message: paymentTexts.creditNotUsed }
}
