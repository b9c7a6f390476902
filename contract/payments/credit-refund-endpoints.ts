import { z } from 'zod'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import { endpoint } from '../core/endpoint.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { paymentRefusals } from './texts.ts'

/** A user's credit, which is used towards their next bills. */
export const customerCredit = z.object({
  creditCents: z.int(),
  /** How much of it can be refunded: no more than was paid for it by card or bank account. */
  refundableCents: z.int(),
  /** How much is being refunded right now. */
  refundingCents: z.int(),
})
export type CustomerCredit = z.infer<typeof customerCredit>

export const creditRefundBody = z.strictObject({
  amountCents: z.int('Enter an amount such as 4.99.').min(1, 'Refund at least one cent.'),
  /** The credit the administrator saw. The refund is refused if it has changed. */
  creditCents: z.int(),
  reason: z.string().trim().min(1, 'Enter a reason.').max(MAX_LENGTH.reason, tooLong(MAX_LENGTH.reason)),
})

const params = z.object({ userId: uuid })

export const creditRefundEndpoints = {
  customerCredit: endpoint('GET /api/admin/users/:userId/credit', {
    right: 'payments:refund',
    summary: 'A user’s credit at the payment provider, and how much of it can be refunded.',
    params,
    response: customerCredit,
    refusals: [paymentRefusals.refundLimitsUnavailable, paymentRefusals.providerRefused],
  }),
  refundCredit: endpoint('POST /api/admin/users/:userId/credit/refund', {
    right: 'payments:refund',
    summary: 'Refunds credit to the cards or bank accounts it was paid with. Plans continue.',
    params,
    body: creditRefundBody,
    response: z.object({ message: z.string() }),
    refusals: [
      paymentRefusals.creditRefundOutdated,
      paymentRefusals.creditNotRefundable,
      paymentRefusals.refundUnknown,
      paymentRefusals.refundUnavailable,
      paymentRefusals.providerRefused,
    ],
  }),
}
