import { formatCents, formatDay, lastDayOf } from '@docketbox/contract'
import { describeBuyer } from '../alerts/store.ts'
import type { AccessLeft } from '../reversals/access-left.ts'
import type { DisputeRow } from '../reversals/store.ts'
import type { PaymentRow } from '../store.ts'
import type { DisputedCredit } from './disputed-credit.ts'
import { untilOf, wordsOf } from './disputes.ts'
import type { Outcome } from './mails.ts'

/** What administrators learn about a dispute that was opened, won by us, or lost. */
export function disputeNews(payment: PaymentRow, dispute: DisputeRow, outcome: Outcome): string {
  const { providerIntentId, disputeState } = payment
  const { left, credit } = outcome
  const cents = formatCents(dispute.amountCents)
  const news = {
    open: `the customer has disputed ${cents} (${wordsOf(dispute.reason)}). The bank has taken it back${left.state === 'stopped' ? ' and access has stopped' : ''}.${paidLater(left)} Send evidence in Stripe’s Dashboard${untilOf(dispute)}.`,
    won: `we won the dispute about ${cents}.${restored(outcome)}${creditNews(credit)}`,
    lost: `we lost the dispute about ${cents}.${left.state === 'stopped' ? ' The access it paid for has ended.' : paidLater(left)}${creditNews(credit)}`,
  }[disputeState!]
  return `${describeBuyer(payment)}, payment ${providerIntentId}: ${news}`
}

function paidLater(left: AccessLeft): string {
  if (left.state !== 'running') return ''
  return ` A later payment paid for their plan, which continues until ${formatDay(lastDayOf(left.until))} without renewing.`
}

function creditNews({ takenCents, spentCents, givenCents, corrections }: DisputedCredit): string {
  const given = givenCents > 0 ? ` We’ve returned the ${formatCents(givenCents)} of credit we took back.` : ''
  if (corrections && corrections.dueCents > 0)
    return `${given} They get ${formatCents(corrections.dueCents)} of credit that they missed out on when they changed plans.`
  if (given) return given
  const taken =
    takenCents > 0 ? ` We’re taking back ${formatCents(takenCents)} of the credit it was turned into.` : ''
  if (spentCents === 0) return taken
  const spent = formatCents(spentCents)
  return taken
    ? `${taken} The other ${spent} has already been spent or refunded.`
    : ` ${spent} of it had become credit, which has already been spent or refunded.`
}

function restored({ left, returnedCents, owedCents }: Outcome): string {
  if (owedCents > 0)
    return ` We still owe them ${formatCents(returnedCents + owedCents)} of it, and will try to refund it within a day.`
  if (returnedCents > 0)
    return ` They’ve paid for the same time again, so we’re refunding ${formatCents(returnedCents)}.`
  if (left.state === 'replaced')
    return ' They have another plan now, so the earlier one ends and we’re refunding its unused time.'
  if (left.state !== 'running')
    return ' What it paid for has already ended, so there was no access to restore. If they ask about the time they missed, refund part of the payment.'
  return left.isPaidLater ? '' : ` The access it paid for is back until ${formatDay(lastDayOf(left.until))}.`
}
