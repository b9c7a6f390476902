import { formatCents } from '@docketbox/contract'
import type { Mail } from '#platform/mail/mail.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Buyer } from '../store.ts'

/** Sent when a new subscription replaces an earlier plan or purchased months. */
export function olderPlanEndedMail(
  { config, publicUrl }: Pick<PaymentDeps, 'config' | 'publicUrl'>,
  buyer: Buyer,
  planName: string,
  refundedCents: number,
): Mail {
  const amount = formatCents(refundedCents)
  return {
    to: buyer.email,
    subject: `Your earlier plan has ended and we’re refunding ${amount}`,
    heading: 'You’ll only pay once',
    paragraphs: [
      `Hi ${buyer.firstName}, you started a new plan while ${planName} was still running. We’ve ended ${planName} and refunded ${amount} for its unused time to your card.`,
    ],
    button: { label: 'See my payments', url: `${publicUrl}/payment-history` },
    reason: `You’re receiving this because you changed your ${config.PRODUCT_NAME} plan.`,
  }
}
