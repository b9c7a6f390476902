import { formatCents, paths } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import type { Buyer } from '../../store.ts'

/** Sent when credit has been refunded. Its adjustment note was issued when the plan changed. */
export function creditRefundedMail({ config, publicUrl }: MailDeps, buyer: Buyer, cents: number): Mail {
  const amount = formatCents(cents)
  return {
    to: buyer.email,
    subject: `Your ${amount} refund from ${config.PRODUCT_NAME} is on its way`,
    heading: `We’ve refunded ${amount} of your credit`,
    paragraphs: [
      `Hi ${buyer.firstName}, we’ve refunded ${amount} of your credit. It usually reaches the card or account you paid with within 10 days.`,
      'This doesn’t change your plan. We sent you the adjustment note when your plan changed.',
    ],
    button: { label: 'See my payments', url: `${publicUrl}${paths.payments}` },
    reason: `You’re receiving this because you paid for a ${config.PRODUCT_NAME} plan.`,
  }
}
