import { formatCents, paths } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import { gstIn } from '../../money.ts'
import { monthsPaidLate } from '../../months/calendar.ts'
import { nameOf } from '../../reversals/mails.ts'
import type { Buyer, PaymentRow } from '../../store.ts'
import { invoiceNumberOf, itemsOf, noteFileNameOf, noteNumberOf } from '../labels.ts'
import { totalOf } from '../lines.ts'
import type { NoteRow } from './store.ts'

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
    attachments: [{ name: noteFileNameOf(note), type: 'application/pdf', base64: pdf.toString('base64') }],
  }
}

/** Sent after each refund, with its adjustment note. */
export function refundMail(
  deps: MailDeps,
  buyer: Buyer,
  payment: PaymentRow,
  attached: AttachedNote & { hasAccess: boolean },
): Mail {
  const { PRODUCT_NAME } = deps.config
  const { note, creditCents } = attached
  const amount = formatCents(note.amountCents)
  const isCredit = creditCents === note.amountCents
  const refundedCents = payment.refundedCents + payment.creditReturnedCents
  const total = totalOf(payment)
  const paid = note.amountCents < total ? `${amount} of what` : `the ${amount}`
  return {
    ...noteMail(deps, buyer, attached),
    subject: isCredit
      ? `We’ve added ${amount} back to your ${PRODUCT_NAME} credit`
      : `Your ${amount} refund from ${PRODUCT_NAME} is on its way`,
    heading: isCredit ? `We’ve returned ${amount} to your credit` : `We’ve refunded ${amount}`,
    paragraphs: [
      `Hi ${buyer.firstName}, ${howRefunded(attached, `${paid} you paid for ${nameOf(payment)}`)}`,
      ...whatEnded(payment, attached),
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

/** Why months weren't granted, or that the refund ended the access; nothing if its owner still has a plan. */
function whatEnded(payment: PaymentRow, { hasAccess }: { hasAccess: boolean }): string[] {
  const late = monthsPaidLate(payment)
  const lateCents = late.length === 0 ? 0 : (totalOf(payment) * late.length) / payment.months.length
  // They're refunded first: what's refunded beyond them has another reason.
  if (lateCents > 0 && payment.refundedCents + payment.creditReturnedCents <= Math.round(lateCents))
    return [
      `Your payment came through after ${itemsOf({ months: late })} had ended, so we’ve refunded what you paid for that time.`,
    ]
  if (payment.accessEndedAt === null || hasAccess) return []
  return ['The access you paid for has ended. You can always view, download and export your receipts.']
}

/** `paid` as in `the $4.99 you paid for your Pro subscription`. */
function howRefunded({ note, creditCents }: AttachedNote, paid: string): string {
  if (creditCents === note.amountCents)
    return `we’ve returned ${paid} to your credit, because that’s where it came from.`
  const refunded = `we’ve refunded ${paid}.`
  const arrives = 'usually reaches the card or account you paid with within 10 days'
  if (creditCents === 0) return `${refunded} It ${arrives}.`
  return `${refunded} ${formatCents(note.amountCents - creditCents)} ${arrives}, and we’ve added the other ${formatCents(creditCents)} back to your credit.`
}

/** Sent when a change to a cheaper plan leaves credit. */
export function creditMail(deps: MailDeps, buyer: Buyer, payment: PaymentRow, attached: AttachedNote): Mail {
  const amount = formatCents(attached.note.amountCents)
  return planChangeMail(deps, buyer, attached, {
    heading: `Your plan is now ${payment.planName}`,
    news: `your new plan costs less than the unused time on your earlier one. We’ve added the difference, ${amount}, to your credit and will put it towards your next payments.`,
  })
}

/** Sent when a payment that went back takes the credit that came from it along, or that credit is given again. */
export function creditTakenMail(
  deps: MailDeps,
  buyer: Buyer,
  payment: PaymentRow,
  attached: AttachedNote,
): Mail {
  const { PRODUCT_NAME } = deps.config
  const isTaken = attached.note.amountCents < 0
  const amount = formatCents(Math.abs(attached.note.amountCents))
  const news = isTaken
    ? `${amount} of your credit came from what you paid for ${nameOf(payment)}. That payment has gone back to you, so we’ve taken the ${amount} off your credit.`
    : `what you paid for ${nameOf(payment)} has come back to us, so we’ve returned the ${amount} that came from it to your credit.`
  const heading = isTaken
    ? `We’ve taken ${amount} off your credit`
    : `We’ve returned ${amount} to your credit`
  return {
    ...noteMail(deps, buyer, attached),
    subject: isTaken ? heading : `We’ve added ${amount} back to your ${PRODUCT_NAME} credit`,
    heading,
    paragraphs: [`Hi ${buyer.firstName}, ${news}`],
    facts: [['Adjustment note', noteNumberOf(attached.note)]],
    reason: `You’re receiving this because you paid for a ${PRODUCT_NAME} plan.`,
  }
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
