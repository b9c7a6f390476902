import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { receiptMail } from '../mails.ts'
import { findBuyer, findById } from '../store.ts'
import { addFullPrices } from './full-price.ts'
import { taxInvoicePdf } from './tax-invoice.ts'

export const sendInvoice = defineJob(
  'payments.sendInvoice',
  z.strictObject({ payment: z.uuid() }),
  async (deps, { payment: id }) => {
    const payment = await findById(deps.db, id)
    const buyer = payment && (await findBuyer(deps.db, payment.ownerId))
    if (!buyer) return
    const [row] = await addFullPrices(deps.db, [payment])
    const pdf = await taxInvoicePdf(deps, row!)
    await deps.mail.queue(deps.db, receiptMail(deps, buyer, payment, pdf))
  },
  { retries: 12, retryDelaySeconds: 5 },
)
