import { formatCents, paths } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import { itemsOf } from '../invoices/labels.ts'
import type { Buyer, PaymentRow } from '../store.ts'

export function refundFailedMail(
  deps: MailDeps,
  buyer: Buyer,
  payment: PaymentRow,
  {
    amountCents,
    isOfCredit,
    hasAccess,
    creditTakenCents,
  }: { amountCents: number; isOfCredit: boolean; hasAccess: boolean; creditTakenCents: number },
): Mail {
  const keepsAccess = hasAccess ? ' Until then, you keep the access you paid for.' : ''
  const amount = formatCents(amountCents)
  const refunded = amountCents < payment.amountCents ? `${amount} of what` : `the ${amount}`
  return returnedMail(deps, buyer, `${refunded} you paid for ${nameOf(payment)}`, [
    isOfCredit
      ? 'We’ve added it back to your credit, and we’ll be in touch to arrange another way to pay you.'
      : `We’ll be in touch to arrange another way to pay you.${keepsAccess}`,
    ...(creditTakenCents > 0
      ? [`We’re using ${formatCents(creditTakenCents)} of your credit to pay for it again.`]
      : []),
  ])
}

/** Sent when a refund of `refunded` fails; `next` says what happens now, a paragraph each. */
export function returnedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  refunded: string,
  next: readonly string[],
): Mail {
  return {
    to: buyer.email,
    subject: `Your refund from ${config.PRODUCT_NAME} didn’t arrive`,
    heading: 'Your refund didn’t go through',
    paragraphs: [`Hi ${buyer.firstName}, we tried to refund ${refunded}, but it didn’t go through.`, ...next],
    button: { label: 'Contact us', url: `${publicUrl}${paths.contact}` },
    reason: `You’re receiving this because you paid for a ${config.PRODUCT_NAME} plan.`,
  }
}

/** What a payment paid for: `Pro (Jul 2026)`, or `your Pro subscription`. */
export function nameOf(payment: PaymentRow): string {
  const { planName, kind } = payment
  return kind === 'subscription' ? `your ${planName} subscription` : `${planName} (${itemsOf(payment)})`
}
