import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { listOf } from '../core/list.ts'
import { payment, paymentById } from './endpoints.ts'
import { paymentRefusals } from './texts.ts'

/** A payment as administrators see it. */
export const deskPayment = payment.extend({
  buyerName: z.string(),
  buyerEmail: z.string(),
  /** What can still be refunded. */
  refundableCents: z.int(),
})
export type DeskPayment = z.infer<typeof deskPayment>

/** Something about payments that administrators must look at. */
export const paymentAlert = z.object({
  _id: z.uuid(),
  message: z.string(),
  /** How often it has happened. */
  times: z.int(),
  raisedAt: z.iso.datetime(),
  lastRaisedAt: z.iso.datetime(),
})
export type PaymentAlert = z.infer<typeof paymentAlert>

export const refundBody = z.strictObject({
  amountCents: z.int('Enter an amount such as 4.99.').min(1, 'Refund at least one cent.').optional(),
  /** What could be refunded when the administrator looked: refused if someone has refunded part of it since. */
  refundableCents: z.int().optional(),
  reason: z.string().trim().min(1, 'Enter a reason.').max(500, 'Use at most 500 characters.'),
})

export const paymentDeskEndpoints = {
  find: endpoint({
    method: 'GET',
    path: '/api/admin/payments',
    right: 'customers:read',
    summary: 'Finds payments by the user’s full email address, or one payment by its ID, newest first.',
    query: z.strictObject({
      find: z
        .string()
        .trim()
        .min(1, 'Enter an email address or a payment ID.')
        .max(254, 'Use at most 254 characters.'),
    }),
    response: listOf(deskPayment),
  }),
  alerts: endpoint({
    method: 'GET',
    path: '/api/admin/payments/alerts',
    right: 'customers:read',
    summary: 'What administrators must look at, the latest first.',
    response: z.object({ alerts: z.array(paymentAlert) }),
  }),
  dismissAlert: endpoint({
    method: 'POST',
    path: '/api/admin/payments/alerts/:id/dismissal',
    right: 'payments:refund',
    summary: 'Dismisses an alert. If it happens again, there’s a new one.',
    params: z.object({ id: z.uuid(paymentRefusals.alertNotFound.message) }),
    response: z.object({ message: z.string() }),
    refusals: [paymentRefusals.alertNotFound],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/payments/:id/refund',
    right: 'payments:refund',
    summary: 'Refunds a payment in full or in part. A full refund ends the access it paid for.',
    params: paymentById,
    body: refundBody,
    response: z.object({ message: z.string() }),
    refusals: [
      paymentRefusals.notFound,
      paymentRefusals.notRefundable,
      paymentRefusals.refundOutdated,
      paymentRefusals.refundUnknown,
      paymentRefusals.unavailable,
    ],
  }),
}
