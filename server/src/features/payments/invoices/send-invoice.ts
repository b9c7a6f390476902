import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { receiptMail, refundMail } from '../mails.ts'
import { findBuyer, findById } from '../store.ts'
import { taxInvoicePdf } from './tax-invoice.ts'

/** Emails a payment's tax invoice: when it's paid, and again after each refund. */
export const sendInvoice = defineJob(
  'payments.sendInvoice',
  z.strictObject({
    payment: z.uuid(),
    /** Only after a refund: how much was refunded this time. */
    newlyRefundedCents: z.int().min(1).optional(),
  }),
  async (deps, { payment: id, newlyRefundedCents }) => {
    const payment = await findById(deps.db, id)
    const buyer = payment && (await findBuyer(deps.db, payment.ownerId))
    if (!buyer) return
    const pdf = await taxInvoicePdf(deps.config, payment)
    const mail =
      newlyRefundedCents === undefined
        ? receiptMail(deps, buyer, payment, pdf)
        : refundMail(deps, buyer, payment, pdf, newlyRefundedCents)
    await deps.mail.queue(deps.db, mail)
  },
  { retries: 12, retryDelaySeconds: 5 },
)
