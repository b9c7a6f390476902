import { paymentRefusals } from '@docketbox/contract'
import { endAccessOf } from '#features/subscriptions'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import { releaseMonths } from '../months/store.ts'
import { releaseCredit } from '../customers/used-credit.ts'
import type { PaymentDeps } from '../deps.ts'
import { issueNote } from '../invoices/adjustment-notes/issue-note.ts'
import * as store from '../store.ts'
import { refundableOf } from './refundable.ts'

/**
 * Refunds months that credit paid for, as credit. A full refund ends the access.
 * @throws Refusal `payments.refundOutdated` if another refund came first.
 */
export function refundAsCredit(
  deps: Pick<PaymentDeps, 'db' | 'jobs' | 'now'>,
  actor: Actor,
  { id, creditReturnedCents: before }: store.PaymentRow,
  { amountCents, reason }: { amountCents: number; reason: string },
): Promise<{ message: string }> {
  const at = deps.now()
  return inTransaction(deps.db, async (db) => {
    const payment = await store.lock(db, { id })
    if (payment?.creditReturnedCents !== before) throw new Refusal(paymentRefusals.refundOutdated)
    if (!(await releaseCredit(deps, db, payment, amountCents)))
      throw new Refusal(paymentRefusals.notRefundable)
    const details = { amountCents, reason }
    await audit(db, { at, actorId: actor.id, action: 'payments.refund', subjectId: id, details })
    await issueNote(deps, db, payment, { amountCents, creditCents: amountCents, reason: 'refund' })
    if (amountCents === refundableOf(payment)) {
      await store.update(db, id, { accessEndedAt: at, updatedAt: at })
      await endAccessOf(db, id, at)
      await releaseMonths(db, id)
    }
    return { message: 'Refunded as credit.' }
  })
}
