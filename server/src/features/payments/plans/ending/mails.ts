import { formatCents, paths } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import type { Buyer } from '../../store.ts'

type ReturnedAmounts = { refundedCents: number; creditCents: number }

/** Sent when a new subscription replaces an earlier plan or purchased months. */
export function olderPlanEndedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  planName: string,
  { refundedCents, creditCents }: ReturnedAmounts,
): Mail {
  const refunded = formatCents(refundedCents)
  const credit = `${formatCents(creditCents)} to your credit for your next payments`
  const ways = [
    ...(refundedCents > 0 ? [`we’re refunding ${refunded} to the card or account you paid with`] : []),
    ...(creditCents > 0 ? [`we’ve added ${credit}`] : []),
  ].join(' and ')
  return {
    to: buyer.email,
    subject:
      refundedCents > 0
        ? `Your earlier plan has ended and we’re refunding ${refunded}`
        : 'Your earlier plan has ended',
    heading: 'You’ll only pay once',
    paragraphs: [
      `Hi ${buyer.firstName}, you started a new plan while your ${planName} plan was still active. We’ve ended it. For the time left on it, ${ways}.`,
    ],
    button: { label: 'See my payments', url: `${publicUrl}${paths.payments}` },
    reason: `You’re receiving this because you changed your ${config.PRODUCT_NAME} plan.`,
  }
}
