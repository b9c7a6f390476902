import { formatCents } from '@docketbox/contract'
import type { Mail } from '#platform/mail/mail.ts'
import type { PaymentDeps } from '../deps.ts'
import { itemsOf } from '../invoices/labels.ts'
import type { Buyer, PaymentRow } from '../store.ts'

type MailDeps = Pick<PaymentDeps, 'config' | 'publicUrl'>

export function refundFailedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  payment: PaymentRow,
  isOfCredit: boolean,
): Mail {
  return {
    to: buyer.email,
    subject: `Your refund from ${config.PRODUCT_NAME} didn’t arrive`,
    heading: 'Your bank returned our refund',
    paragraphs: [
      `Hi ${buyer.firstName}, we tried to refund what you paid for ${nameOf(payment)}, but your bank sent the money back to us.`,
      isOfCredit
        ? 'We’ve added it back to your credit, and we’ll be in touch to arrange another way to pay you.'
        : 'We’ll be in touch to arrange another way to pay you. Until then, you keep the access you paid for.',
    ],
    button: { label: 'Contact us', url: `${publicUrl}/contact` },
    reason: `You’re receiving this because you paid for a ${config.PRODUCT_NAME} plan.`,
  }
}

type Words = { subject: string; heading: string; paragraphs: string[] }

/** Sent when a dispute is opened, won by us, or lost. */
export function disputeMail({ config, publicUrl }: MailDeps, buyer: Buyer, payment: PaymentRow): Mail {
  const words = { open: openWords, won: wonWords, lost: lostWords }[payment.disputeState!]!
  const { subject, heading, paragraphs } = words(formatCents(payment.amountCents), nameOf(payment))
  const [first = '', ...rest] = paragraphs
  return {
    to: buyer.email,
    subject,
    heading,
    paragraphs: [`Hi ${buyer.firstName}, ${first}`, ...rest],
    button: { label: 'See my payments', url: `${publicUrl}/payment-history` },
    reason: `You’re receiving this because you paid for a ${config.PRODUCT_NAME} plan.`,
  }
}

function openWords(amount: string, name: string): Words {
  return {
    subject: `Your ${amount} payment has been disputed`,
    heading: 'Your payment has been disputed',
    paragraphs: [
      `your bank told us you’ve disputed your ${amount} payment for ${name}. It has taken the money back while it looks into this.`,
      'The access you paid for has stopped and won’t renew. You can always view, download and export your receipts.',
      'If this is a mistake, ask your bank to withdraw the dispute and we’ll restore your access.',
    ],
  }
}

function wonWords(amount: string, name: string): Words {
  return {
    subject: `The dispute about your ${amount} payment is over`,
    heading: 'Your access is back',
    paragraphs: [
      `your bank has closed the dispute about ${amount} for ${name} and returned the payment to us.`,
      'You have the access you paid for again. Your plan won’t renew unless you resume it.',
    ],
  }
}

function lostWords(amount: string, name: string): Words {
  return {
    subject: `The dispute about your ${amount} payment is over`,
    heading: 'Your bank has returned your money',
    paragraphs: [
      `your bank has closed the dispute about ${amount} for ${name} in your favour.`,
      'The access it paid for has ended. You can always view, download and export your receipts.',
    ],
  }
}

function nameOf(payment: PaymentRow): string {
  return `${payment.planName} (${itemsOf(payment)})`
}
