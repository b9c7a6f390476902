import type { Payment } from '@docketbox/contract/payments/endpoints'

/** A paid payment for one month, with changes. */
export function paymentWith(changes: Partial<Payment>): Payment {
  return {
    _id: crypto.randomUUID(),
    payment_id: 'pi_1',
    amount: 499,
    currency: 'AUD',
    status: 'paid',
    createdAt: '2026-03-03T02:00:00.000Z',
    planName: 'Pro',
    months: ['Jul 2026'],
    refundedCents: 0,
    creditCents: 0,
    creditReturnedCents: 0,
    refundState: null,
    disputeState: null,
    promotionCode: null,
    discountCents: 0,
    hasTaxInvoice: true,
    adjustmentNotes: [],
    ...changes,
  }
}
