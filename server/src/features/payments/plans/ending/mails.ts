import { formatCents, formatDay, lastDayOf, paths } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import { itemsOf } from '../../invoices/labels.ts'
import type { Buyer, PaymentRow } from '../../store.ts'

type ReturnedAmounts = { refundedCents: number; creditCents: number }

/** Sent when a new subscription replaces an earlier plan, or a plan that renews covers purchased months. */
export function olderPlanEndedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  ended: Pick<PaymentRow, 'planName' | 'months'>,
  { refundedCents, creditCents }: ReturnedAmounts,
): Mail {
  const refunded = formatCents(refundedCents)
  const credit = `${formatCents(creditCents)} to your credit for your next payments`
  const ways = [
    ...(refundedCents > 0 ? [`we’re refunding ${refunded} to the card or account you paid with`] : []),
    ...(creditCents > 0 ? [`we’ve added ${credit}`] : []),
  ].join(' and ')
  const texts = ended.months.length > 0 ? textsForMonths(ended) : textsForPlan(ended)
  return {
    to: buyer.email,
    subject: refundedCents > 0 ? `${texts.news} and we’re refunding ${refunded}` : texts.news,
    heading: 'You’ll only pay once',
    paragraphs: [`Hi ${buyer.firstName}, ${texts.why} ${ways}.`],
    button: { label: 'See my payments', url: `${publicUrl}${paths.payments}` },
    reason: `You’re receiving this because you changed your ${config.PRODUCT_NAME} plan.`,
  }
}

function textsForPlan({ planName }: Pick<PaymentRow, 'planName'>) {
  return {
    news: 'Your earlier plan has ended',
    why: `you started a new plan while your ${planName} plan was still active. We’ve ended it. For the time left on it,`,
  }
}

/** The months may be of the plan that continues, if it was cancelled and resumed. */
function textsForMonths({ planName, months }: Pick<PaymentRow, 'planName' | 'months'>) {
  return {
    news: 'Your single months have ended',
    why: `your plan renews automatically, so you don’t need the single months you’d paid for (${planName}: ${itemsOf({ months })}). We’ve ended them. For the time left on them,`,
  }
}

/** The state of a cancelled plan: paid until a moment, its renewal being paid, or ended unpaid. */
type Cancelled = Date | 'renewing' | 'ended'

export function cancelledMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  planName: string,
  state: Cancelled,
): Mail {
  const hasEnded = state === 'ended'
  const change = hasEnded
    ? 'you can choose a plan again at any time'
    : 'you can resume your plan until it ends'
  return {
    to: buyer.email,
    subject: `You cancelled your ${config.PRODUCT_NAME} plan`,
    heading: `Your ${planName} plan ${hasEnded ? 'has ended' : 'won’t renew'}`,
    paragraphs: [
      `Hi ${buyer.firstName}, you cancelled your ${planName} plan. ${nextOf(state)}`,
      `We’ll keep your receipts, and you can always view and download them. If you change your mind, ${change}.`,
    ],
    button: { label: 'Manage my subscription', url: `${publicUrl}${paths.manageSubscription}` },
    reason: `You’re receiving this because you cancelled your ${config.PRODUCT_NAME} plan.`,
  }
}

function nextOf(state: Cancelled): string {
  if (state === 'ended') return 'It has ended because its renewal wasn’t paid. You won’t be charged for it.'
  if (state === 'renewing')
    return 'We won’t renew it again, but a renewal payment that’s under way may still go through.'
  return `You have full access until ${formatDay(lastDayOf(state))}, and won’t be charged again.`
}
