import type { PaymentRow } from '../store.ts'

/** What an administrator can still refund of a payment, in cents. */
export function refundableOf(payment: PaymentRow): number {
  const { status, providerIntentId, amountCents, refundedCents, creditCents, creditReturnedCents } = payment
  if (status !== 'paid' || isTakenBack(payment)) return 0
  if (isPaidWithCredit(payment)) return creditCents - creditReturnedCents
  return providerIntentId === null ? 0 : amountCents - refundedCents
}

/** Whether credit paid for all of the months, so a refund returns credit. */
export function isPaidWithCredit({ kind, amountCents }: Pick<PaymentRow, 'kind' | 'amountCents'>): boolean {
  return kind === 'months' && amountCents === 0
}

/** Whether the bank has taken a payment back, for now or for good. */
export function isTakenBack({ disputeState }: Pick<PaymentRow, 'disputeState'>): boolean {
  return disputeState === 'open' || disputeState === 'lost'
}
