import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { listOf } from '../core/list.ts'
import { payment, paymentById, paymentRefusals } from './endpoints.ts'

/** A payment as administrators see it. */
export const deskPayment = payment.extend({
  buyerName: z.string(),
  buyerEmail: z.string(),
  /** What can still be given back. */
  refundableCents: z.int(),
})
export type DeskPayment = z.infer<typeof deskPayment>

export const refundBody = z.strictObject({
  amountCents: z.int('Enter an amount such as 4.99.').min(1, 'At least one cent.').optional(),
  /** What could be given back when it was looked at: a second press, or a second administrator, is told of the first. */
  refundableCents: z.int().optional(),
  reason: z.string().trim().min(1, 'A reason is required.').max(500, 'At most 500 characters.'),
})

/** What administrators do with payments. */
export const paymentDeskEndpoints = {
  find: endpoint({
    method: 'GET',
    path: '/api/admin/payments',
    right: 'customers:read',
    summary: 'The payments of one person, by their whole e-mail, or one payment by its ID; newest first.',
    query: z.strictObject({
      find: z.string().trim().min(1, 'Type an e-mail or a payment ID.').max(254, 'At most 254 characters.'),
    }),
    response: listOf(deskPayment),
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/payments/:id/refund',
    right: 'payments:refund',
    summary: 'Gives a payment back, whole or in part; a whole refund ends the access it bought.',
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
