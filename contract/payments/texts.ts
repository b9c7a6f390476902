import { refusals } from '../core/refusal.ts'

export const paymentTexts = {
  noMonths: 'Please select at least one month for subscription.',
  unexpected: 'An unexpected error occurred.',
  succeeded: 'Payment succeeded',
  processing: 'Your payment is processing.',
  notSuccessful: 'Your payment was not successful, please try again.',
  wrongAmount:
    'Your payment didn’t match your order, so we’ll refund all of it. Please choose your months again.',
  wentWrong: 'Something went wrong, please try again.',
  activated: 'Congratulations! Your upgrade plan is activated',
  noPayments: 'No payment found.',
  historyFailed: 'Error fetching Payment history',
  notAuthenticated:
    'Your bank couldn’t confirm that it’s you, so you haven’t been charged. Please try again, or use another card.',
  cardUnknown:
    'We can’t reach our payment provider, so we don’t know yet whether you’ve been charged. Please don’t try again: we’re checking, and you’ll see the result here.',
  noResponse:
    'We haven’t received a response, so we don’t know yet whether this went through. Please don’t try again: we’re checking, and you’ll see the result here.',
  statusUnknown:
    'We couldn’t check your payment, so we don’t know yet whether it went through. Please don’t pay again: we’re still checking.',
  mayAppear: 'If you’ve just paid, it can take a minute to appear. Please don’t pay again.',
  monthsDebit:
    'We’re waiting for your bank debit, which can take up to three business days. We’ll email your tax invoice once it’s through.',
  debitPeriod: 'Your first billing period counts from the day you subscribed.',
  notDone: 'It didn’t go through. You haven’t been charged.',
  creditNotUsed: 'It didn’t go through. You’ve kept your credit.',
  bankCheck: 'Your bank needs to check that it’s you. You haven’t been charged yet.',
  intentReady: 'Payment is ready.',
} as const

/** A payment's status as people see it: one that was paid may have been refunded. */
export const paymentStates = [
  'open',
  'paid',
  'refundPending',
  'refundFailed',
  'partlyRefunded',
  'refunded',
  'disputed',
  'failed',
  'canceled',
  'expired',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Payment methods. `other` is any other one; `unknown` if credit paid for all of it, or Stripe hasn't told us. */
export const paymentMethods = ['card', 'au_becs_debit', 'other', 'unknown'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  card: 'Card',
  au_becs_debit: 'Bank debit',
  other: 'Other methods',
  unknown: 'None or unknown',
}

/** The label of a payment method: `Card`, or Stripe's name if we have no label for it. */
export function paymentMethodLabel(method: string): string {
  return (paymentMethodLabels as Record<string, string>)[method] ?? method.replaceAll('_', ' ')
}

/** The labels of payment statuses; anything else is Unknown. */
const statusLabels: Record<string, string> = {
  open: 'Pending',
  paid: 'Successful',
  failed: 'Failed',
  fail: 'Failed',
  canceled: 'Cancelled',
  expired: 'Expired',
}

export function paymentStatusLabel(status: string): string {
  return Object.hasOwn(statusLabels, status) ? statusLabels[status]! : 'Unknown'
}

/** The label of a payment's state: `Successful`, or `Refunded`. `received` stands for all that were paid. */
export function paymentStateLabel(state: PaymentState | 'received'): string {
  if (state === 'received') return 'All received'
  if (state === 'partlyRefunded') return 'Partly refunded'
  if (state === 'disputed') return 'Disputed'
  if (state === 'refundPending') return 'Refund pending'
  if (state === 'refundFailed') return 'Refund failed'
  return state === 'refunded' ? 'Refunded' : paymentStatusLabel(state)
}

export const paymentRefusals = refusals('payments', {
  monthsTaken: [409, 'You already have some of these months. Please choose different months.'],
  monthsMoved: [409, 'A new month has begun since you chose. Please choose your months again.'],
  planNotSoldByMonth: [409, 'You can’t buy this plan by the month.'],
  planNotFound: [404, 'We couldn’t find this plan.'],
  paymentUnderWay: [
    409,
    'We’re still processing your earlier payment. Check your payment history before you try again.',
  ],
  unavailable: [
    503,
    'Payments are temporarily unavailable. You haven’t been charged. Please try again in a few minutes.',
  ],
  providerRefused: [
    500,
    'Something’s wrong with our payment system, and we need to fix it. Please try again later, or contact us.',
  ],
  outcomeUnknown: [
    504,
    'We don’t know yet whether your payment went through, because our payment provider didn’t respond. Please don’t pay again: we’re checking, and you’ll see the result here within a few minutes.',
  ],
  cancellationUnknown: [
    504,
    'Our payment provider didn’t respond, so we don’t know yet whether this worked. We’re checking, and within a few minutes you’ll see here whether your plan renews.',
  ],
  refundUnknown: [
    504,
    'We don’t know yet whether this refund went through, because Stripe didn’t respond. We’re checking. Within a few minutes you’ll see the refund here, or an alert if we couldn’t make it.',
  ],
  refundUnavailable: [
    503,
    'We can’t reach Stripe right now, so nothing was refunded. Please try again in a few minutes.',
  ],
  refundLimitsUnavailable: [
    503,
    'We can’t reach Stripe right now, so we can’t tell what can be refunded. Please try again in a few minutes.',
  ],
  notFound: [404, 'We couldn’t find this payment.'],
  notPaid: [
    409,
    'There’s no tax invoice for this payment. We only issue one once a payment has gone through.',
  ],
  noSubscription: [409, 'You don’t have a subscription to manage.'],
  planEnding: [409, 'Your plan won’t renew, and you can’t resume or change it.'],
  notForAdministrators: [
    403,
    'Administrators can’t buy a plan. To subscribe, sign up with a different email address.',
  ],
  alreadySubscribed: [409, 'You already have a subscription. Change its plan instead.'],
  debitUnderWay: [
    409,
    'We’re waiting for your bank debit, which can take up to three business days. We’ll email you once your plan starts.',
  ],
  planStarting: [
    409,
    'We’ve received your payment and are setting up your plan. Please reload this page in a minute.',
  ],
  creditChanged: [409, 'Your credit has changed. Please check the price again.'],
  samePlan: [409, 'This is already your plan.'],
  previewOutdated: [409, 'The price has changed. Please check it again.'],
  debitTooSlow: [
    409,
    'You pay by bank debit, which takes days, so we can’t change to this plan straight away. Add a card to your billing details and make it the default, then change your plan. Nothing has been charged.',
  ],
  renewalUnpaid: [409, 'Your renewal payment hasn’t gone through yet. You can change your plan once it has.'],
  planDisputed: [
    409,
    'Your bank is looking into a disputed payment for this plan. You can change or resume the plan once it has decided.',
  ],
  declined: [402, 'Your card was declined.'],
  portalUnavailable: [
    503,
    'We can’t open your billing details right now. Nothing has changed. Please try again later, or contact us.',
  ],
  disputed: [409, 'The bank has taken this payment back, so you can’t refund it.'],
  alreadyCredited: [
    409,
    'Part of this payment was credited to a later bill, so you can’t refund it as well.',
  ],
  refundRefused: [409, 'Stripe refused this refund, so nothing was refunded.'],
  planChanging: [409, 'They’re changing their plan right now. Please try again in a few minutes.'],
  alertDismissed: [404, 'This alert has been dismissed.'],
  alertNotFound: [404, 'We couldn’t find this alert.'],
  notRefundable: [409, 'There’s nothing left to refund.'],
  creditRefundOutdated: [409, 'Their credit has just changed. Check the new amount and try again.'],
  creditNotRefundable: [409, 'They didn’t pay for all of this credit, so you can only refund part of it.'],
  refundOutdated: [409, 'Part of this payment has just been refunded. Please check the amount.'],
})
