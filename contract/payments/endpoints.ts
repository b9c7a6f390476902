import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { listOf, pageQuery } from '../core/list.ts'
import { refusals } from '../core/refusal.ts'

export const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const
export const monthName = z.enum(monthNames, 'This is not a month.')
export type MonthName = (typeof monthNames)[number]

/** Sentences of the payment screens (specification §4, §8). */
export const paymentTexts = {
  noMonths: 'Please select at least one month for subscription.',
  unexpected: 'An unexpected error occurred.',
  succeeded: 'Payment succeeded',
  processing: 'Your payment is processing.',
  notSuccessful: 'Your payment was not successful, please try again.',
  wentWrong: 'Something went wrong, please try again.',
  activated: 'Congratulations! Your upgrade plan is activated',
  noPayments: 'No payment found.',
  historyFailed: 'Error fetching Payment history',
  intentReady: 'Payment is ready.',
} as const

/** Stored states and what they are called (specification §4); anything else is Unknown. */
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

export const paymentRefusals = refusals('payments', {
  monthsTaken: [409, 'Some of these months are already yours. Please choose others.'],
  planNotSoldByMonth: [409, 'This plan is not sold by the month.'],
  planNotFound: [404, 'This plan does not exist.'],
  paymentUnderWay: [409, 'A payment for these months is still being processed.'],
  unavailable: [
    503,
    'Payments are briefly unavailable. Nothing was charged. Please try again in a few minutes; everything else works on.',
  ],
  notFound: [404, 'This payment does not exist.'],
  notPaid: [409, 'There is a tax invoice only for what was paid.'],
  noSubscription: [409, 'You have no plan that renews.'],
  samePlan: [409, 'This is already your plan.'],
  previewOutdated: [409, 'The price has changed in the meantime. Please look at it again.'],
  declined: [402, 'Your card was declined.'],
  notRefundable: [409, 'There is nothing left to refund.'],
  refundOutdated: [409, 'Something was given back in the meantime. Please look at it again.'],
})

export const payment = z.object({
  _id: z.uuid(),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
  planName: z.string(),
  /** The months that were bought, "Jul 2026"; empty for a plan that renews. */
  months: z.array(z.string()),
  refundedCents: z.int(),
  hasTaxInvoice: z.boolean(),
})
export type Payment = z.infer<typeof payment>

const offeredMonth = z.object({ month: monthName, year: z.int(), isTaken: z.boolean() })
export type OfferedMonth = z.infer<typeof offeredMonth>

const months = z
  .array(monthName, paymentTexts.noMonths)
  .min(1, paymentTexts.noMonths)
  .max(12, 'At most twelve months.')
  .refine((names) => new Set(names).size === names.length, 'Each month can be chosen once.')

/** What a change of plan would cost today; nothing is charged by looking. */
export const changePreview = z.object({
  planName: z.string(),
  /** Given back for what is left of the present plan. */
  creditCents: z.int(),
  /** The price of the new plan, or of what is left of its period. */
  chargeCents: z.int(),
  /** Credit from earlier changes that is used up now. */
  balanceUsedCents: z.int(),
  dueNowCents: z.int(),
  /** Credit that is left for later bills. */
  balanceAfterCents: z.int(),
  renewsAt: z.iso.datetime(),
  /** The moment the figures are for; sent back to confirm them. */
  prorationDate: z.int(),
})
export type ChangePreview = z.infer<typeof changePreview>

const planId = z.uuid('This plan does not exist.')
export const paymentById = z.object({ id: z.uuid('This payment does not exist.') })
const perMinute = (max: number) => [{ per: 'account', max, windowSeconds: 60 }] as const

export const paymentEndpoints = {
  availableMonths: endpoint({
    method: 'POST',
    path: '/api/available-months',
    right: 'payments:read',
    summary: 'Which of the next twelve months are already taken.',
    body: z.strictObject({ months }),
    response: z.object({ overlapped: z.array(monthName), months: z.array(offeredMonth) }),
  }),
  createIntent: endpoint({
    method: 'POST',
    path: '/api/create-payment-intent',
    right: 'payments:write',
    summary:
      'Prepares the payment of chosen months: the price is the server’s, and asking twice prepares it once.',
    body: z.strictObject({ months, plan: planId }),
    response: z.object({
      clientSecret: z.string(),
      message: z.string(),
      amountCents: z.int(),
      currency: z.literal('AUD'),
    }),
    refusals: [
      paymentRefusals.monthsTaken,
      paymentRefusals.paymentUnderWay,
      paymentRefusals.planNotFound,
      paymentRefusals.planNotSoldByMonth,
      paymentRefusals.unavailable,
    ],
    limits: perMinute(20),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/payment-history',
    right: 'payments:read',
    summary: 'What the caller paid or tried to pay, newest first.',
    query: z.strictObject(pageQuery({ limit: 10, maxLimit: 100 })),
    response: listOf(payment),
  }),
  taxInvoice: endpoint({
    method: 'GET',
    path: '/api/payment-history/:id/tax-invoice',
    right: 'payments:read',
    summary: 'The tax invoice of a payment, as PDF.',
    params: paymentById,
    response: file,
    refusals: [paymentRefusals.notFound, paymentRefusals.notPaid],
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/payment-config',
    right: 'payments:read',
    summary:
      'What the card form needs: the publishable key, and on a local start where its script is served.',
    response: z.object({ publishableKey: z.string(), scriptUrl: z.url().optional() }),
  }),
  portal: endpoint({
    method: 'POST',
    path: '/api/billing-portal',
    right: 'payments:write',
    summary: 'Opens a fresh session of the customer portal: card, invoices, cancellation.',
    response: z.object({ url: z.url() }),
    refusals: [paymentRefusals.noSubscription, paymentRefusals.unavailable],
    limits: perMinute(10),
  }),
  previewChange: endpoint({
    method: 'POST',
    path: '/api/plan-change-preview',
    right: 'payments:read',
    summary: 'What moving the renewing plan to another one would cost now.',
    body: z.strictObject({ plan: planId }),
    response: changePreview,
    refusals: [
      paymentRefusals.noSubscription,
      paymentRefusals.samePlan,
      paymentRefusals.planNotFound,
      paymentRefusals.unavailable,
    ],
    limits: perMinute(20),
  }),
  changePlan: endpoint({
    method: 'POST',
    path: '/api/plan-change',
    right: 'payments:write',
    summary: 'Moves the renewing plan to another one at the price of a preview.',
    body: z.strictObject({ plan: planId, prorationDate: z.int(), dueNowCents: z.int() }),
    response: z.object({ message: z.string() }),
    refusals: [
      paymentRefusals.noSubscription,
      paymentRefusals.samePlan,
      paymentRefusals.planNotFound,
      paymentRefusals.previewOutdated,
      paymentRefusals.declined,
      paymentRefusals.unavailable,
    ],
    limits: perMinute(10),
  }),
  cancelPlan: endpoint({
    method: 'POST',
    path: '/api/plan-cancellation',
    right: 'payments:write',
    summary: 'Lets the plan end with its paid period, or takes that back.',
    body: z.strictObject({ isCancelled: z.boolean() }),
    response: z.object({ message: z.string() }),
    refusals: [paymentRefusals.noSubscription, paymentRefusals.unavailable],
    limits: perMinute(10),
  }),
}
