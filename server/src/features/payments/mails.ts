import type { Deps } from '#platform/config/deps.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { dollars, gstIn } from './money.ts'
import type { Buyer, PaymentRow } from './store.ts'
import { boughtIn, fileNameOf, invoiceNumberOf, taxInvoicePdf, titleOf } from './invoices/tax-invoice.ts'

type Needs = Pick<Deps, 'config' | 'publicUrl'>

export function receiptMail({ config, publicUrl }: Needs, buyer: Buyer, payment: PaymentRow): Mail {
  const pdf = taxInvoicePdf(config, payment)
  const invoice = titleOf(config).toLowerCase()
  return {
    to: buyer.email,
    subject: `Your receipt from ${config.PRODUCT_NAME}: ${dollars(payment.amountCents)}`,
    heading: `Thank you, ${buyer.firstName}`,
    paragraphs: [
      `Your payment arrived. The ${invoice} is attached, and kept for you in your payment history.`,
    ],
    facts: [
      ['Plan', payment.planName],
      ['For', boughtIn(payment)],
      ['Paid', `${dollars(payment.amountCents)} ${payment.currency}`],
      ['GST included', dollars(gstIn(payment.amountCents))],
      ['Invoice', invoiceNumberOf(payment)],
    ],
    button: { label: 'See my payments', url: `${publicUrl}/payment-history` },
    attachments: [{ name: fileNameOf(payment), type: 'application/pdf', base64: pdf.toString('base64') }],
    reason: `You got this mail because you paid for a plan of ${config.PRODUCT_NAME}.`,
  }
}

/** A bank debit was accepted, and days later it was not. Who pays by card sees a refusal at once. */
export function paymentFailedMail({ config, publicUrl }: Needs, buyer: Buyer, payment: PaymentRow): Mail {
  return {
    to: buyer.email,
    subject: `Your payment to ${config.PRODUCT_NAME} did not go through`,
    heading: 'Your bank did not pay',
    paragraphs: [
      `Hello ${buyer.firstName}, the debit of ${dollars(payment.amountCents)} for ${payment.planName} (${boughtIn(payment)}) came back from your bank. Nothing was charged, and the months are free to be bought again.`,
    ],
    button: { label: 'Choose your months', url: `${publicUrl}/pricing-duration` },
    reason: `You got this mail because you paid for a plan of ${config.PRODUCT_NAME}.`,
  }
}

/** Money went back: so much of it now, and the invoice as it reads since. */
export function refundMail(
  { config, publicUrl }: Needs,
  buyer: Pick<Buyer, 'email' | 'firstName'>,
  payment: PaymentRow,
  backCents: number,
): Mail {
  const pdf = taxInvoicePdf(config, payment)
  return {
    to: buyer.email,
    subject: `${dollars(backCents)} from ${config.PRODUCT_NAME} is on its way back to you`,
    heading: `${dollars(backCents)} comes back to you`,
    paragraphs: [
      `Hello ${buyer.firstName}, we have given back ${dollars(backCents)} of what you paid for ${payment.planName} (${boughtIn(payment)}). It goes to the card or account you paid with and arrives within ten days.`,
      ...(payment.refundedCents === payment.amountCents
        ? ['What this payment had opened is closed. Your receipts stay yours to read, download and export.']
        : []),
    ],
    facts: [
      ['Given back in all', dollars(payment.refundedCents)],
      ['GST in it', dollars(gstIn(payment.refundedCents))],
      ['Invoice', invoiceNumberOf(payment)],
    ],
    button: { label: 'See my payments', url: `${publicUrl}/payment-history` },
    attachments: [{ name: fileNameOf(payment), type: 'application/pdf', base64: pdf.toString('base64') }],
    reason: `You got this mail because you paid for a plan of ${config.PRODUCT_NAME}.`,
  }
}

export function renewalFailedMail({ config, publicUrl }: Needs, buyer: Buyer, amountCents: number): Mail {
  return {
    to: buyer.email,
    subject: `Your ${config.PRODUCT_NAME} plan could not be renewed`,
    heading: 'The payment did not go through',
    paragraphs: [
      `Hello ${buyer.firstName}, we tried to charge ${dollars(amountCents)} to renew your plan, and your bank said no. It is tried again in the coming days.`,
      'To keep adding receipts without a break, check the card on file. Everything you have kept stays readable either way.',
    ],
    button: { label: 'Check my card', url: `${publicUrl}/portal` },
    reason: `You got this mail because your plan of ${config.PRODUCT_NAME} renews by itself.`,
  }
}

export function olderPlanEndedMail(
  { config, publicUrl }: Needs,
  buyer: Buyer,
  planName: string,
  backCents: number,
): Mail {
  return {
    to: buyer.email,
    subject: `Your earlier plan has ended, ${dollars(backCents)} comes back to you`,
    heading: 'One plan at a time',
    paragraphs: [
      `Hello ${buyer.firstName}, you subscribed to another plan while ${planName} was still running. So that you pay only once, the earlier one has ended and ${dollars(backCents)} for its unused time goes back to your card.`,
    ],
    button: { label: 'See my payments', url: `${publicUrl}/payment-history` },
    reason: `You got this mail because you changed your plan of ${config.PRODUCT_NAME}.`,
  }
}
