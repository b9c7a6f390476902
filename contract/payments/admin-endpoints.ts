import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { dayUntil2100 } from '../core/schemas/fields.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import { payment, paymentById } from './endpoints.ts'
import { paymentMethods, paymentRefusals, paymentStates } from './texts.ts'

/** A payment as administrators see it. */
export const adminPayment = payment.extend({
  /** Null if the account is gone. */
  owner: z.uuid().nullable(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  /** When it was paid, or begun if it never was. */
  datedAt: z.iso.datetime(),
  state: z.enum(paymentStates),
  /** The payment method, as Stripe calls it; empty until Stripe says so. */
  method: z.string(),
  /** Such as `DB-001001`; null until it's paid. */
  invoiceNumber: z.string().nullable(),
  /** What can still be refunded. */
  refundableCents: z.int(),
})
export type AdminPayment = z.infer<typeof adminPayment>

/** Totals of payments, and of refunds and disputes in the same days, even of earlier payments. */
export const paymentSums = z.object({
  payments: z.int(),
  /** Of all that were paid, before refunds. */
  receivedCents: z.int(),
  /** Refunds, less those that came back to us. */
  refundedCents: z.int(),
  /** Disputed money that banks took back, less what they returned. */
  disputedCents: z.int(),
  /** Included in what was received, less what went back. */
  gstCents: z.int(),
  /** What was refunded as credit: no money moved. */
  creditReturnedCents: z.int(),
})
export type PaymentSums = z.infer<typeof paymentSums>

/** Totals of the payments, refunds and disputes of a month. */
const paymentMonth = paymentSums.extend({
  /** Such as `2026-07`. */
  month: z.string(),
  failed: z.int(),
  disputed: z.int(),
})
export type PaymentMonth = z.infer<typeof paymentMonth>

/** The fewest characters of an email address that are searched for. */
export const MIN_EMAIL_PART = 3

/** Which payments to list; everything that's left out doesn't filter. */
export const paymentFilter = z.strictObject({
  /** Part of an email address, a payment ID, or the number of an invoice or adjustment note. */
  find: z
    .string()
    .trim()
    .min(MIN_EMAIL_PART, `Enter at least ${MIN_EMAIL_PART} characters.`)
    .max(MAX_LENGTH.email, `Use at most ${MAX_LENGTH.email} characters.`)
    .optional(),
  user: uuid.optional(),
  /** Dates in Sydney, both included, on which it was paid, or begun if it never was. */
  from: dayUntil2100.optional(),
  to: dayUntil2100.optional(),
  /** `received` stands for all that were paid, refunded or not. */
  state: z.enum([...paymentStates, 'received'], 'Choose a status from the list.').optional(),
  method: z.enum(paymentMethods, 'Choose a method from the list.').optional(),
  plan: z.string().trim().max(MAX_LENGTH.planName).optional(),
})
export type PaymentFilter = z.infer<typeof paymentFilter>

/** Something about payments that administrators must look at. */
export const paymentAlert = z.object({
  _id: z.uuid(),
  message: z.string(),
  /** Stripe's ID of the payment it's about; null if it isn't about one of ours. */
  payment: z.string().nullable(),
  /** The user it's about, for example because of their credit; null if it isn't about one. */
  user: z.uuid().nullable(),
  /** How often it has happened. */
  times: z.int(),
  raisedAt: z.iso.datetime(),
  lastRaisedAt: z.iso.datetime(),
})
export type PaymentAlert = z.infer<typeof paymentAlert>

/** What can be refunded of a payment, in cents, and why not more. */
export const refundLimits = z.object({
  /** The amount not refunded yet. `refund` asks for it, so that the administrator can't act on an outdated one. */
  refundableCents: z.int(),
  /** A refund of exactly this much is a full one. */
  wholeCents: z.int(),
  /** A smaller refund can be at most this much. */
  partCents: z.int(),
  /** Credited to later bills when the plan changed. */
  creditedCents: z.int(),
  /** How much of that credit is unused: a full refund takes it back. */
  takenBackCents: z.int(),
  /** The credit that paid for part of it and that a full refund returns. */
  creditBackCents: z.int(),
  /** Requested, but not confirmed by Stripe yet: still part of the other amounts. */
  requestedCents: z.int(),
})
export type RefundLimits = z.infer<typeof refundLimits>

export const refundBody = z.strictObject({
  amountCents: z.int('Enter an amount such as 4.99.').min(1, 'Refund at least one cent.').optional(),
  /** What could be refunded when the administrator looked: refused if someone has refunded part of it since. */
  refundableCents: z.int().optional(),
  reason: z.string().trim().min(1, 'Enter a reason.').max(MAX_LENGTH.reason, tooLong(MAX_LENGTH.reason)),
})

export const paymentAdminEndpoints = {
  list: endpoint('GET /api/admin/payments', {
    right: 'customers:read',
    summary: 'Payments of all users, newest first, with the totals of the filter.',
    query: z.strictObject({ ...pageQuery({ limit: 20, maxLimit: 100 }), ...paymentFilter.shape }),
    response: listOf(adminPayment).extend({
      /** Whether there are more matches than were counted. */
      isCountCapped: z.boolean(),
      /** Null if there are too many matches to add up. */
      sums: paymentSums.nullable(),
    }),
  }),
  export: endpoint('GET /api/admin/payments/export', {
    right: 'customers:read',
    summary:
      'The filtered payments, and the refunds, disputes and adjustment notes of the same days, with GST, as CSV or Excel.',
    query: z.strictObject({ ...paymentFilter.shape, format: z.enum(['csv', 'xlsx'], 'Choose csv or xlsx.') }),
    response: file,
    limits: [{ per: 'account', max: 20, windowSeconds: 3600 }],
  }),
  byMonth: endpoint('GET /api/admin/payments/by-month', {
    right: 'customers:read',
    summary: 'Payment totals of the last 24 months, by month in Sydney.',
    response: z.object({ months: z.array(paymentMonth) }),
  }),
  planNames: endpoint('GET /api/admin/payments/plans', {
    right: 'customers:read',
    summary: 'The names of all current and past plans, for filtering payments.',
    response: z.object({ names: z.array(z.string()) }),
  }),
  alerts: endpoint('GET /api/admin/payments/alerts', {
    right: 'customers:read',
    summary: 'Payment problems that need an administrator, the latest first.',
    response: z.object({ alerts: z.array(paymentAlert) }),
  }),
  dismissAlert: endpoint('POST /api/admin/payments/alerts/:id/dismissal', {
    right: 'payments:refund',
    summary: 'Dismisses an alert. If the problem happens again, there’s a new alert.',
    params: z.object({ id: z.uuid(paymentRefusals.alertDismissed.message) }),
    response: z.object({ message: z.string() }),
    refusals: [paymentRefusals.alertDismissed],
  }),
  restoreAlert: endpoint('DELETE /api/admin/payments/alerts/:id/dismissal', {
    right: 'payments:refund',
    summary: 'Restores an alert that was dismissed, unless there’s a new one about the same problem.',
    params: z.object({ id: z.uuid(paymentRefusals.alertNotFound.message) }),
    response: z.object({ message: z.string() }),
    refusals: [paymentRefusals.alertNotFound],
  }),
  refundLimits: endpoint('GET /api/admin/payments/:id/refund', {
    right: 'payments:refund',
    summary:
      'How much of a payment can be refunded. Amounts credited to a later bill can’t be refunded as well.',
    params: paymentById,
    response: refundLimits,
    refusals: [
      paymentRefusals.notFound,
      paymentRefusals.refundLimitsUnavailable,
      paymentRefusals.providerRefused,
    ],
  }),
  refund: endpoint('POST /api/admin/payments/:id/refund', {
    right: 'payments:refund',
    summary: 'Refunds a payment in full or in part. A full refund ends the access it paid for.',
    params: paymentById,
    body: refundBody,
    response: z.object({ message: z.string() }),
    refusals: [
      paymentRefusals.notFound,
      paymentRefusals.notRefundable,
      paymentRefusals.disputed,
      paymentRefusals.alreadyCredited,
      paymentRefusals.planChanging,
      paymentRefusals.refundOutdated,
      paymentRefusals.refundRefused,
      paymentRefusals.refundUnknown,
      paymentRefusals.refundUnavailable,
      paymentRefusals.providerRefused,
    ],
  }),
}
