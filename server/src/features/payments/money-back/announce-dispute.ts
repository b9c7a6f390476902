import { formatCents, formatDay, lastDayOf } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { type AccessLeft, findAccessLeft } from './access-left.ts'
import { untilOf, wordsOf } from './disputes.ts'
import { disputeMail } from './dispute-mail.ts'
import { findLatestDispute } from './store.ts'

/** Tells administrators and the buyer what has become of a dispute, and of the access, which is up to date by now. */
export async function announceDispute(deps: PaymentDeps, db: Db, payment: store.PaymentRow): Promise<void> {
  if (payment.disputeState === null) return
  const left = await findAccessLeft(db, payment, deps.now())
  await raiseDisputeAlert(deps, db, payment, left)
  const buyer = await store.findBuyer(db, payment.ownerId)
  if (buyer) await deps.mail.queue(db, disputeMail(deps, buyer, payment, left))
}

async function raiseDisputeAlert(
  deps: PaymentDeps,
  db: Db,
  { providerIntentId, buyerEmail, disputeState, disputedCents, amountCents }: store.PaymentRow,
  left: AccessLeft,
): Promise<void> {
  const dispute = await findLatestDispute(db, providerIntentId!)
  const cents = formatCents(disputedCents || amountCents)
  const news = {
    open: `the customer has disputed ${cents} (${wordsOf(dispute.reason)}). The bank has taken it back${left.state === 'stopped' ? ' and access has stopped' : ''}.${paidLater(left)} Send evidence in Stripe’s dashboard${untilOf(dispute)}.`,
    won: `we won the dispute about ${cents}.${restored(left)}`,
    lost: `we lost the dispute about ${cents}.${left.state === 'stopped' ? ' The access it paid for has ended.' : paidLater(left)}`,
  }[disputeState!]
  await raiseAlert(deps, db, {
    kind: 'dispute',
    subject: `${dispute.id} ${disputeState}`,
    intent: providerIntentId!,
    message: `${buyerEmail}, payment ${providerIntentId}: ${news}`,
  })
}

function paidLater(left: AccessLeft): string {
  if (left.state !== 'running') return ''
  return ` A later payment paid for their plan, which continues until ${formatDay(lastDayOf(left.until))} without renewing.`
}

function restored(left: AccessLeft): string {
  if (left.state !== 'running')
    return ' What it paid for is over by now, so no access came back. If they ask about the time they missed, refund some of it.'
  return left.isPaidLater ? '' : ` The access it paid for is back until ${formatDay(lastDayOf(left.until))}.`
}
