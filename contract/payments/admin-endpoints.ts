import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { listOf } from '../core/list.ts'
import { payment, paymentById, paymentRefusals } from './endpoints.ts'

/** A payment as administrators see it. */
export const deskPayment = payment.extend({
  buyerName: z.string(),
  buyerEmail: z.string(),
  /** What can still be refunded. */
  refundableCents: z.int(),
})
export type DeskPayment = z.infer<typeof deskPayment>

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
      paymentRefusals.unavailable,
    ],
  }),
}
