import { formatCents } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { describeBuyer } from '../alerts/store.ts'
import { wordsOf } from '../disputes/disputes.ts'
import type { PaymentDeps } from '../deps.ts'
import { findBuyer, type PaymentRow } from '../store.ts'
import { keepsAccess } from './access-left.ts'
import { refundFailedMail } from './mails.ts'
import { type FailedRefund, wasDisputed } from './store.ts'

/**
 * Tells administrators and the buyer that a refund failed, unless the bank returns the money another way. The access must be
 * up to date.
 */
export async function announceFailedRefund(
  deps: PaymentDeps,
  db: Db,
  payment: PaymentRow,
  { id, amountCents, isOfCredit, failureReason }: FailedRefund,
  { creditTakenCents }: { creditTakenCents: number },
): Promise<void> {
  const intent = payment.providerIntentId!
  const isDisputed = wasDisputed(failureReason)
  const isExplained = failureReason !== null && failureReason !== 'unknown'
  const reason = isExplained ? ` (${wordsOf(failureReason)})` : ''
  const advice = isOfCredit ? 'It’s been added back to their credit' : 'Pay them another way'
  const outcome = isDisputed
    ? 'didn’t arrive, because they disputed the payment instead. If we win the dispute, refund them again'
    : `didn’t arrive${reason}. ${advice}`
  await raiseAlert(deps, db, {
    kind: 'refundFailed',
    subject: id,
    intent,
    message: `${describeBuyer(payment)}, payment ${intent}: our refund (${formatCents(amountCents)} of ${formatCents(payment.amountCents)}) ${outcome}.`,
  })
  const buyer = await findBuyer(db, payment.ownerId)
  if (!buyer || isDisputed) return
  // Paying the rest of a payment another way ends its access; paying a part doesn't.
  const isRest = payment.refundedCents + amountCents >= payment.amountCents
  const hasAccess = isRest && (await keepsAccess(db, payment, deps.now()))
  await deps.mail.queue(
    db,
    refundFailedMail(deps, buyer, payment, { amountCents, isOfCredit, hasAccess, creditTakenCents }),
  )
}
