import type { AdminPayment, PaymentSums, RefundLimits } from '@docketbox/contract/payments/admin-endpoints'
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
    paidAt: '2026-03-03T02:00:05.000Z',
    planName: 'Pro',
    months: ['Jul 2026'],
    refundedCents: 0,
    creditCents: 0,
    creditReturnedCents: 0,
    creditTakenCents: 0,
    refundState: null,
    disputeState: null,
    promotionCode: null,
    discountCents: 0,
    isBankDebit: false,
    isWrongAmount: false,
    hasTaxInvoice: true,
    adjustmentNotes: [],
    unusedTime: [],
    alreadyRefundedCents: 0,
    ...changes,
  }
}

/** A paid payment for two months as administrators see it, with changes. */
export function adminPaymentWith(changes: Partial<AdminPayment> = {}): AdminPayment {
  return {
    ...paymentWith({ payment_id: 'pi_123', amount: 998, months: ['Jul 2026', 'Aug 2026'] }),
    owner: '01a1f98c-b7c0-73be-90be-d80dc65f7535',
    datedAt: '2026-03-03T02:00:05.000Z',
    state: 'paid',
    method: 'card',
    invoiceNumber: 'DB-001001',
    buyerName: 'Ann Lee',
    buyerEmail: 'ann@example.com',
    refundableCents: 998,
    ...changes,
  }
}

/** A page with all of these payments, and what they add up to. */
export function adminListOf(docs: AdminPayment[], sums: Partial<PaymentSums> = {}) {
  const page = { page: 1, totalPages: 1, totalDocs: docs.length, isCountCapped: false }
  const received = { payments: docs.length, receivedCents: 998, gstCents: 91 }
  const returned = { refundedCents: 0, disputedCents: 0, creditReturnedCents: 0 }
  return { ...page, docs, sums: { ...received, ...returned, ...sums } }
}

/** What can be refunded of a payment for two months: all of it, with changes. */
export function refundLimitsWith(changes: Partial<RefundLimits> = {}): RefundLimits {
  return {
    refundableCents: 998,
    wholeCents: 998,
    partCents: 998,
    creditedCents: 0,
    takenBackCents: 0,
    creditBackCents: 0,
    requestedCents: 0,
    ...changes,
  }
}
