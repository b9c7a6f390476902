import { formatCents, formatDay, paths, sydneyDay, withQuery } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import {
  fileNameOf,
  invoiceNumberOf,
  itemsOf,
  noteFileNameOf,
  noteNumberOf,
  titleOf,
} from './invoices/labels.ts'
import { creditedCents, positiveCents, totalOf } from './invoices/lines.ts'
import { totalsOf } from './invoices/tax-invoice.ts'
import type { NoteRow } from './invoices/adjustment-notes/store.ts'
import { gstIn } from './money.ts'
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
    attachments: [attach(fileNameOf(payment), pdf)],
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

/** For a bank debit that failed days after it was accepted. With a card, people see the refusal immediately. */
export function paymentFailedMail({ config, publicUrl }: MailDeps, buyer: Buyer, payment: PaymentRow): Mail {
  const isPlan = payment.kind === 'subscription'
  const next = isPlan
    ? {
        text: 'your plan hasn’t started. You can subscribe again.',
        label: 'See the plans',
        path: paths.plans,
      }
    : { text: 'you can buy these months again.', label: 'Choose your months', path: paths.chooseMonths }
  return {
    to: buyer.email,
    subject: `Your payment to ${config.PRODUCT_NAME} didn’t go through`,
    heading: 'Your bank declined the payment',
    paragraphs: [
      `Hi ${buyer.firstName}, your bank declined your ${formatCents(payment.amountCents)} payment for ${payment.planName} (${itemsOf(payment)}). You haven’t been charged, and ${next.text}`,
    ],
    button: { label: next.label, url: publicUrl + next.path },
    reason: `You’re receiving this because you tried to pay for a ${config.PRODUCT_NAME} plan.`,
  }
}

/** `creditCents` is how much of the note’s amount went back as credit. */
type AttachedNote = { note: NoteRow; creditCents: number; pdf: Buffer }

/** The common part of mails with an adjustment note. */
function noteMail(
  { publicUrl }: MailDeps,
  { email }: Buyer,
  { note, pdf }: Pick<AttachedNote, 'note' | 'pdf'>,
) {
  return {
    to: email,
    button: { label: 'See my payments', url: `${publicUrl}${paths.payments}` },
    attachments: [attach(noteFileNameOf(note), pdf)],
  }
}

/** Sent after each refund, with its adjustment note. */
export function refundMail(deps: MailDeps, buyer: Buyer, payment: PaymentRow, attached: AttachedNote): Mail {
  const { PRODUCT_NAME } = deps.config
  const { note, creditCents } = attached
  const amount = formatCents(note.amountCents)
  const isCredit = creditCents === note.amountCents
  const refundedCents = payment.refundedCents + payment.creditReturnedCents
  const total = totalOf(payment)
  return {
    ...noteMail(deps, buyer, attached),
    subject: isCredit
      ? `We’ve added ${amount} back to your ${PRODUCT_NAME} credit`
      : `Your ${amount} refund from ${PRODUCT_NAME} is on its way`,
    heading: isCredit ? `${amount} is back in your credit` : `We’ve refunded ${amount}`,
    paragraphs: [
      `Hi ${buyer.firstName}, we’ve refunded ${amount} of what you paid for ${payment.planName} (${itemsOf(payment)}). ${howRefunded(attached)}`,
      ...(payment.accessEndedAt !== null
        ? ['The access you paid for has ended. You can always view, download and export your receipts.']
        : []),
    ],
    facts: [
      ['Refunded in total', formatCents(refundedCents)],
      // As adjustment notes work it out, or they'd differ by a cent.
      ['GST included', formatCents(gstIn(total) - gstIn(total - refundedCents))],
      ['Invoice', invoiceNumberOf(payment)],
      ['Adjustment note', noteNumberOf(note)],
    ],
    reason: `You’re receiving this because you paid for a ${PRODUCT_NAME} plan.`,
  }
}

function howRefunded({ note, creditCents }: AttachedNote): string {
  const arrives = 'usually reaches the card or account you paid with within 10 days'
  if (creditCents === 0) return `It ${arrives}.`
  if (creditCents === note.amountCents) return 'You paid with credit, so we’ve added it back to your credit.'
  return `${formatCents(note.amountCents - creditCents)} ${arrives}, and we’ve added the other ${formatCents(creditCents)} back to your credit.`
}

/** Sent when a change to a cheaper plan leaves credit. */
export function creditMail(deps: MailDeps, buyer: Buyer, payment: PaymentRow, attached: AttachedNote): Mail {
  const amount = formatCents(attached.note.amountCents)
  return planChangeMail(deps, buyer, attached, {
    heading: `Your plan is now ${payment.planName}`,
    news: `your new plan costs less than the unused time on your earlier one. We’ve added the difference, ${amount}, to your credit and will put it towards your next payments.`,
  })
}

/** Sent when a plan change leaves more credit, because we've won the dispute about an earlier payment since. */
export function correctionMail(
  deps: MailDeps,
  buyer: Buyer,
  payment: PaymentRow,
  attached: AttachedNote,
): Mail {
  const amount = formatCents(attached.note.amountCents)
  return planChangeMail(deps, buyer, attached, {
    heading: `We’ve added ${amount} to your credit`,
    news: `when you changed to ${payment.planName}, your bank had given an earlier payment back to you after a dispute, so we didn’t credit its unused time. Your bank has since returned that payment to us. We’ve added ${amount} to your credit and will put it towards your next payments.`,
  })
}

function planChangeMail(
  deps: MailDeps,
  buyer: Buyer,
  attached: AttachedNote,
  { heading, news }: { heading: string; news: string },
): Mail {
  const { PRODUCT_NAME } = deps.config
  const { note } = attached
  const amount = formatCents(note.amountCents)
  return {
    ...noteMail(deps, buyer, attached),
    subject: `You have ${amount} in credit with ${PRODUCT_NAME}`,
    heading,
    paragraphs: [
      `Hi ${buyer.firstName}, ${news}`,
      'Would you rather have it refunded? Just reply to this email.',
    ],
    facts: [
      ['Credit', amount],
      ['GST included', formatCents(gstIn(note.amountCents))],
      ['Adjustment note', noteNumberOf(note)],
    ],
    reason: `You’re receiving this because you changed your ${PRODUCT_NAME} plan.`,
  }
}

function attach(name: string, pdf: Buffer) {
  return { name, type: 'application/pdf', base64: pdf.toString('base64') }
}

export function renewalFailedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  { amountCents, retryAt }: { amountCents: number; retryAt: Date | null },
): Mail {
  const next = retryAt
    ? `We’ll try again on ${formatDay(sydneyDay(retryAt))}.`
    : 'We won’t try again automatically.'
  return {
    to: buyer.email,
    subject: `We couldn’t renew your ${config.PRODUCT_NAME} plan`,
    heading: 'Your bank declined the payment',
    paragraphs: [
      `Hi ${buyer.firstName}, your bank declined the ${formatCents(amountCents)} payment to renew your plan. ${next}`,
      'To keep adding receipts, check that your payment details are up to date. Either way, you can always view and download your receipts.',
    ],
    button: { label: 'Check my payment details', url: `${publicUrl}${paths.portal}` },
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} plan renews automatically.`,
  }
}

/** Sent when the last attempt to charge a renewal failed. A plan that we don't offer any more can't be paid for. */
export function planEndedMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  plan: { id: string; name: string; isActive: boolean },
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
      `To add receipts again, ${next.text}. Either way, you can always view and download your receipts.`,
    ],
    button: { label: next.label, url: publicUrl + next.path },
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} plan renewed automatically.`,
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
