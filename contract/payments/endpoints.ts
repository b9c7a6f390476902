import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'
import { adjustmentNote } from './adjustment-note.ts'
import { monthName, offeredMonth } from './months.ts'
import { planId } from './plan-endpoints.ts'
import { preparedPayment } from './previews.ts'
import { paymentRefusals, paymentTexts } from './texts.ts'
import { unusedTime } from './unused-time.ts'

export const payment = z.object({
  _id: z.uuid(),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
  /** The day of its tax invoice; null until it's paid. */
  paidAt: z.iso.datetime().nullable(),
  planName: z.string(),
  /** The months that were paid for, such as `Jul 2026`; empty for a subscription. */
  months: z.array(z.string()),
  /** Refunded, or being refunded; less again if a refund fails. */
  refundedCents: z.int(),
  /** The part of the price that credit paid for, in addition to `amount`. */
  creditCents: z.int(),
  /** How much of it was refunded as credit. */
  creditReturnedCents: z.int(),
  /** How much of the credit it became through plan changes was taken back, because the payment was refunded or lost. */
  creditTakenCents: z.int(),
  /** Whether a refund waits for the bank, or the latest one came back. */
  refundState: z.enum(['pending', 'failed']).nullable(),
  /** Whether the bank took the money back for its customer, and how that ended. */
  disputeState: z.enum(['open', 'won', 'lost']).nullable(),
  /** The code that took something off the price, and how much; null without one. */
  promotionCode: z.string().nullable(),
  discountCents: z.int(),
  /** Paid by bank debit, which takes days; false until Stripe says so. */
  isBankDebit: z.boolean(),
  /** Whether it didn't match the order when it arrived, so it's refunded and bought nothing. */
  isWrongAmount: z.boolean(),
  hasTaxInvoice: z.boolean(),
  /** What changed the price afterwards, the oldest first. */
  adjustmentNotes: z.array(adjustmentNote),
  /** Unused time of the plan before, which this price was reduced by. */
  unusedTime: z.array(unusedTime),
  /** The part of that unused time that was refunded before, and so is in the price again. */
  alreadyRefundedCents: z.int(),
})
export type Payment = z.infer<typeof payment>

export const monthsToBuy = z
  .array(monthName, paymentTexts.noMonths)
  .min(1, paymentTexts.noMonths)
  .max(12, 'Choose at most twelve months.')
  .refine((names) => new Set(names).size === names.length, 'Choose each month only once.')

export const monthsOrder = z.strictObject({
  months: monthsToBuy,
  plan: planId,
  /** Their first dates as the customer saw them: after midnight, the name of a month may mean the next year's. */
  startsOn: z.array(z.iso.date()).optional(),
})
export type MonthsOrder = z.infer<typeof monthsOrder>
export const paymentById = z.object({ id: z.uuid('We couldn’t find this payment.') })
const perMinute = (max: number) => [{ per: 'account', max, windowSeconds: 60 }] as const

export const paymentEndpoints = {
  availableMonths: endpoint('POST /api/available-months', {
    right: 'payments:read',
    summary: 'The next twelve months, and which ones can’t be bought.',
    body: z.strictObject({ months: monthsToBuy }),
    response: z.object({
      overlapped: z.array(monthName),
      months: z.array(offeredMonth),
      /** A subscription renews, so no month can be bought, though none may be paid for yet. */
      isRenewing: z.boolean(),
      /** The credit the user has, which is used first. */
      creditCents: z.int(),
    }),
  }),
  createIntent: endpoint('POST /api/create-payment-intent', {
    right: 'payments:write',
    summary:
      'Prepares a payment for months. The server sets the price. Repeating an order returns the same payment.',
    body: monthsOrder,
    response: preparedPayment,
    refusals: [
      paymentRefusals.debitUnderWay,
      paymentRefusals.monthsMoved,
      paymentRefusals.monthsTaken,
      paymentRefusals.notForAdministrators,
      paymentRefusals.paymentUnderWay,
      paymentRefusals.planNotFound,
      paymentRefusals.planNotSoldByMonth,
      paymentRefusals.unavailable,
      paymentRefusals.providerRefused,
    ],
    limits: perMinute(20),
  }),
  payWithCredit: endpoint('POST /api/credit-payment', {
    right: 'payments:write',
    summary: 'Pays for months with credit that covers the whole price.',
    body: monthsOrder,
    response: z.object({ message: z.string() }),
    refusals: [
      paymentRefusals.creditChanged,
      paymentRefusals.debitUnderWay,
      paymentRefusals.monthsMoved,
      paymentRefusals.monthsTaken,
      paymentRefusals.notForAdministrators,
      paymentRefusals.outcomeUnknown,
      paymentRefusals.paymentUnderWay,
      paymentRefusals.planNotFound,
      paymentRefusals.planNotSoldByMonth,
      paymentRefusals.unavailable,
      paymentRefusals.providerRefused,
    ],
    limits: perMinute(10),
  }),
  credit: endpoint('GET /api/credit', {
    right: 'payments:read',
    summary: 'Your credit for your next payments.',
    response: z.object({ creditCents: z.int() }),
  }),
  confirmation: endpoint('GET /api/payment-confirmation', {
    right: 'payments:read',
    summary: 'The payment you’ve just made, or null if we don’t know about it yet.',
    query: z.strictObject({ payment_intent: z.string().max(255) }),
    response: z.object({ payment: payment.nullable() }),
  }),
  history: endpoint('GET /api/payment-history', {
    right: 'payments:read',
    summary: 'Your payments and attempts, newest first.',
    query: z.strictObject(pageQuery({ limit: 10, maxLimit: 100 })),
    response: listOf(payment),
  }),
  taxInvoice: endpoint('GET /api/payment-history/:id/tax-invoice', {
    right: 'payments:read',
    summary: 'The tax invoice of a payment as a PDF.',
    params: paymentById,
    response: file,
    refusals: [paymentRefusals.notFound, paymentRefusals.notPaid],
  }),
  adjustmentNote: endpoint('GET /api/payment-history/:id/adjustment-notes/:note', {
    right: 'payments:read',
    summary: 'An adjustment note of a payment as a PDF.',
    params: paymentById.extend({ note: z.uuid('We couldn’t find this payment.') }),
    response: file,
    refusals: [paymentRefusals.notFound],
  }),
  config: endpoint('GET /api/payment-config', {
    right: 'payments:read',
    summary:
      'What the card form needs: the publishable key, and the script’s address with the local stand-in.',
    response: z.object({ publishableKey: z.string(), scriptUrl: z.url().optional() }),
  }),
}
