import { formatCents, formatDay, paths, sydneyDay, withQuery } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import { fileNameOf, invoiceNumberOf, itemsOf, titleOf } from './invoices/labels.ts'
import { creditedCents, positiveCents } from './invoices/lines.ts'
import { totalsOf } from './invoices/tax-invoice.ts'
import { monthFrom } from './months/calendar.ts'
import { nameOf } from './reversals/mails.ts'
import type { Buyer, PaymentRow } from './store.ts'

export function receiptMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  payment: PaymentRow,
  pdf: Buffer,
): Mail {
  const invoice = titleOf(config).toLowerCase()
  const news = payment.amountCents > 0 ? 'We’ve received your payment.' : 'There’s nothing to pay.'
  return {
    to: buyer.email,
    subject: `Your receipt from ${config.PRODUCT_NAME}: ${formatCents(payment.amountCents)}`,
    heading: `Thank you, ${buyer.firstName}`,
    paragraphs: [`${news} Your ${invoice} is attached, and you’ll find it in your payment history.`],
    facts: [
      ['Plan', payment.planName],
      ['For', itemsOf(payment)],
      ...reductionsOf(payment),
      ...totalsOf(payment).map(([name, cents]): [string, string] => [name, formatCents(cents)]),
      ['Paid', `${formatCents(payment.amountCents)} ${payment.currency}`],
      ['Invoice', invoiceNumberOf(payment)],
    ],
    button: { label: 'See my payments', url: `${publicUrl}${paths.payments}` },
    attachments: [{ name: fileNameOf(payment), type: 'application/pdf', base64: pdf.toString('base64') }],
    reason: `You’re receiving this because you paid for a ${config.PRODUCT_NAME} plan.`,
  }
}

/** The price and what it was reduced by; nothing if it wasn't. */
function reductionsOf(payment: PaymentRow): [string, string][] {
  const { promotionCode: code, discountCents } = payment
  const unusedCents = creditedCents(payment)
  if (discountCents + unusedCents === 0) return []
  return [
    ['Price', formatCents(positiveCents(payment) + discountCents)],
    ...(discountCents > 0
      ? [[code === null ? 'Discount' : `Discount (${code})`, formatCents(-discountCents)] as [string, string]]
      : []),
    ...(unusedCents === 0 ? [] : [['Unused time', formatCents(-unusedCents)] as [string, string]]),
  ]
}

type FailedPayment = {
  /** Whether they can't log in, and so can't pay again. */
  isLockedOut: boolean
  now: Date
}

/** For a bank debit that failed days after it was accepted. With a card, people see the refusal immediately. */
export function paymentFailedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  payment: PaymentRow,
  { isLockedOut, now }: FailedPayment,
): Mail {
  const { amountCents, kind } = payment
  const state = kind === 'subscription' ? 'charged, and your plan hasn’t started' : 'charged'
  const next = isLockedOut ? undefined : payAgain(payment, now)
  return {
    to: buyer.email,
    subject: `Your payment to ${config.PRODUCT_NAME} didn’t go through`,
    heading: 'Your bank declined the payment',
    paragraphs: [
      `Hi ${buyer.firstName}, your bank declined your ${formatCents(amountCents)} payment for ${nameOf(payment)}. You haven’t been ${state}.${next ? ` ${next.text}` : ''}`,
    ],
    ...(next && { button: { label: next.label, url: publicUrl + next.path } }),
    reason: `You’re receiving this because you tried to pay for a ${config.PRODUCT_NAME} plan.`,
  }
}

/** How to pay again; undefined once the months are over: their names then mean next year’s. */
function payAgain({ kind, months }: PaymentRow, now: Date) {
  if (kind === 'subscription')
    return { text: 'You can subscribe again.', label: 'See the plans', path: paths.plans }
  const over = months.filter((month) => monthFrom(month).end <= now)
  if (over.length === months.length) return undefined
  const text =
    over.length > 0 ? 'You can still buy the months that aren’t over.' : 'You can buy these months again.'
  return { text, label: 'Choose your months', path: paths.chooseMonths }
}

export function renewalFailedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  { amountCents, retryAt, isClosed }: { amountCents: number; retryAt: Date | null; isClosed: boolean },
): Mail {
  const { text, label, path } = isClosed
    ? {
        text: 'You can’t add receipts until it’s paid. You can pay now or check your payment details.',
        label: 'Manage Subscription',
        path: paths.manageSubscription,
      }
    : {
        text: 'To keep adding receipts, check that your payment details are up to date.',
        label: 'Check my payment details',
        path: paths.portal,
      }
  const next = retryAt
    ? `We’ll try again on ${formatDay(sydneyDay(retryAt))}.`
    : 'We won’t try again automatically.'
  return {
    to: buyer.email,
    subject: `We couldn’t renew your ${config.PRODUCT_NAME} plan`,
    heading: 'Your bank declined the payment',
    paragraphs: [
      `Hi ${buyer.firstName}, your bank declined the ${formatCents(amountCents)} payment to renew your plan. ${next}`,
      `${text} Either way, you can always view and download your receipts.`,
    ],
    button: { label, url: publicUrl + path },
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} plan renews automatically.`,
  }
}

/**
 * Sent when the last attempt to charge a renewal failed. A plan that we don't offer any more can't be paid for, and users
 * who can't log in can't pay.
 */
export function planEndedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  plan: { id: string; name: string; isActive: boolean },
  isLockedOut: boolean,
): Mail {
  const next = plan.isActive
    ? { text: 'pay for the plan now', label: 'Pay now', path: withQuery(paths.checkout, { plan: plan.id }) }
    : { text: 'choose another plan', label: 'See the plans', path: paths.plans }
  return {
    to: buyer.email,
    subject: `Your ${config.PRODUCT_NAME} plan has ended`,
    heading: `Your ${plan.name} plan has ended`,
    paragraphs: [
      `Hi ${buyer.firstName}, we couldn’t charge the renewal of your ${plan.name} plan, so the plan has ended. We won’t try again.`,
      ...(isLockedOut
        ? []
        : [
            `To add receipts again, ${next.text}. Either way, you can always view and download your receipts.`,
          ]),
    ],
    ...(!isLockedOut && { button: { label: next.label, url: publicUrl + next.path } }),
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} plan renewed automatically.`,
  }
}

/** Sent when a plan was cancelled while its renewal was being paid, and that failed: we end the plan then. */
export function cancelledPlanEndedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  { amountCents, isLockedOut }: { amountCents: number; isLockedOut: boolean },
): Mail {
  return {
    to: buyer.email,
    subject: `Your ${config.PRODUCT_NAME} plan has ended`,
    heading: 'Your plan has ended',
    paragraphs: [
      `Hi ${buyer.firstName}, your bank declined the ${formatCents(amountCents)} payment to renew your plan, so you haven’t been charged. The plan was cancelled and has now ended. We won’t try again.`,
      ...(isLockedOut ? [] : ['You can always view and download your receipts. To add more, choose a plan.']),
    ],
    ...(!isLockedOut && { button: { label: 'See the plans', url: `${publicUrl}${paths.plans}` } }),
    reason: `You’re receiving this because you had a ${config.PRODUCT_NAME} plan.`,
  }
}

/** Sent when the bank wants to check a renewal, which we charge while the customer isn't there. */
export function confirmRenewalMail(
  { config }: Pick<MailDeps, 'config'>,
  buyer: Buyer,
  { amountCents, url }: { amountCents: number; url: string },
): Mail {
  return {
    to: buyer.email,
    subject: `Please confirm your ${config.PRODUCT_NAME} renewal with your bank`,
    heading: 'Your bank wants to check that it’s you',
    paragraphs: [
      `Hi ${buyer.firstName}, your bank needs you to confirm the ${formatCents(amountCents)} payment that renews your plan. You haven’t been charged yet.`,
      'The button opens your invoice at Stripe, our payment provider. Whether or not you confirm, you can always view and download your receipts.',
    ],
    button: { label: 'Confirm the payment', url },
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} plan renews automatically.`,
  }
}
