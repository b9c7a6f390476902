import { formatCents, formatDay, lastDayOf, paths } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import type { Buyer, PaymentRow } from '../store.ts'
import type { AccessLeft } from '../reversals/access-left.ts'
import type { DisputeRow } from '../reversals/store.ts'
import type { DisputedCredit } from './disputed-credit.ts'
import { nameOf } from '../reversals/mails.ts'

type Words = { subject: string; heading: string; paragraphs: string[] }
export type Outcome = {
  left: AccessLeft
  credit: DisputedCredit
  /** What we return for months that were bought again, in cents. */
  returnedCents: number
  /** What we already owed of the payment, in cents. We try to refund it within a day: Stripe may still refuse. */
  owedCents: number
}
type Disputed = Outcome & { amount: string; disputed: string; name: string; isPlan: boolean }

const RECEIPTS = 'You can always view, download and export your receipts.'
const WITHDRAW = 'If this is a mistake, ask your bank to withdraw the dispute'

/** Sent when a dispute is opened, won by us, or lost. */
export function disputeMail(
  { config, publicUrl }: MailDeps,
  buyer: Buyer,
  payment: PaymentRow,
  { dispute, ...outcome }: Outcome & { dispute: DisputeRow },
): Mail {
  const words = { open: openWords, won: wonWords, lost: lostWords }[payment.disputeState!]!
  const { subject, heading, paragraphs } = words({
    amount: formatCents(payment.amountCents),
    // Less, if part of it had been refunded.
    disputed: formatCents(dispute.amountCents),
    name: nameOf(payment),
    isPlan: payment.kind === 'subscription',
    ...outcome,
  })
  const [first = '', ...rest] = paragraphs
  return {
    to: buyer.email,
    subject,
    heading,
    paragraphs: [`Hi ${buyer.firstName}, ${first}`, ...rest],
    button:
      payment.disputeState === 'won'
        ? { label: 'Contact us', url: publicUrl + paths.contact }
        : { label: 'See my payments', url: publicUrl + paths.payments },
    reason: `You’re receiving this because you paid for a ${config.PRODUCT_NAME} plan.`,
  }
}

function openWords({ amount, disputed, name, isPlan, left }: Disputed): Words {
  return {
    subject: `Your ${amount} payment has been disputed`,
    heading: 'Your payment has been disputed',
    paragraphs: [
      `your bank told us you’ve disputed your ${amount} payment for ${name}. It has taken back ${disputed} while it looks into this.`,
      ...openAccess(left, isPlan),
    ],
  }
}

function openAccess(left: AccessLeft, isPlan: boolean): string[] {
  if (left.state === 'running')
    return [
      `Your plan continues until ${dayOf(left)}, but it won’t renew, and you can’t change or resume it until the bank has decided.`,
      `${WITHDRAW}.`,
    ]
  if (left.state !== 'stopped') return [`${WITHDRAW}.`]
  return [
    `The access you paid for has stopped${isPlan ? ' and won’t renew' : ''}. ${RECEIPTS}`,
    `${WITHDRAW}. Then we’ll restore your access for the time that’s left.`,
  ]
}

function wonWords({
  amount,
  disputed,
  name,
  isPlan,
  left,
  credit,
  returnedCents,
  owedCents,
}: Disputed): Words {
  const isBack = left.state === 'running' && !left.isPaidLater
  // If access has ended, the refund is all there is to say.
  const isRefunded = owedCents > 0 && left.state !== 'running' && left.state !== 'replaced'
  return {
    subject: `The dispute about your ${amount} payment is over`,
    heading: isBack ? 'Your access is back' : 'The dispute is over',
    paragraphs: [
      `your bank has closed the dispute about ${disputed} for ${name} and returned the payment to us.`,
      ...(returnedCents > 0 ? boughtAgain(left, returnedCents) : isRefunded ? [] : wonAccess(left, isPlan)),
      ...stillOwed(owedCents),
      ...creditNews(credit),
    ],
  }
}

function boughtAgain(left: AccessLeft, returnedCents: number): string[] {
  const access =
    left.state === 'running' ? [`You can use the rest of what you paid for until ${dayOf(left)}.`] : []
  const refund = `You’ve paid for the same time again since then, so we’re refunding ${formatCents(returnedCents)}.`
  return [refund, ...access]
}

function stillOwed(owedCents: number): string[] {
  if (owedCents === 0) return []
  return [
    `We still owe you ${formatCents(owedCents)} of it, which we couldn’t refund while it was disputed. We’ll email you once we’ve refunded it.`,
  ]
}

function wonAccess(left: AccessLeft, isPlan: boolean): string[] {
  const missed = 'If you’d like to talk about the time you missed because of it, please contact us.'
  if (left.state === 'replaced')
    return [
      `You have another plan now, so we won’t restart the earlier one. We’ll refund its unused time and email you the details. ${missed}`,
    ]
  if (left.state !== 'running')
    return [`What you paid for has ended in the meantime, so there’s no access to restore. ${missed}`]
  if (left.isPaidLater) return [continues(left)]
  return [`Your access is back until ${dayOf(left)}.${isPlan ? ` ${renewalOf(left)}` : ''}`, missed]
}

function lostWords({ amount, disputed, name, left, credit }: Disputed): Words {
  return {
    subject: `The dispute about your ${amount} payment is over`,
    heading: 'Your bank has returned your money',
    paragraphs: [
      `your bank has closed the dispute about ${disputed} for ${name} in your favour.`,
      ...lostAccess(left),
      ...creditNews(credit),
    ],
  }
}

function creditNews({ takenCents, givenCents }: DisputedCredit): string[] {
  if (givenCents > 0) return [`We’ve also restored the ${formatCents(givenCents)} of credit we took back.`]
  if (takenCents === 0) return []
  return [
    `When you changed plans, part of this payment became credit. You have that money back now, so we’re taking back ${formatCents(takenCents)} of that credit.`,
  ]
}

function lostAccess(left: AccessLeft): string[] {
  if (left.state === 'running') return [continues(left)]
  return [left.state === 'stopped' ? `The access it paid for has ended. ${RECEIPTS}` : RECEIPTS]
}

type Running = Extract<AccessLeft, { state: 'running' }>

function continues(left: Running): string {
  return `Your plan continues until ${dayOf(left)}. ${renewalOf(left)}`
}

function renewalOf({ canResume }: Running): string {
  return canResume ? 'It won’t renew unless you resume it.' : 'It won’t renew.'
}

function dayOf({ until }: { until: Date }): string {
  return formatDay(lastDayOf(until))
}
