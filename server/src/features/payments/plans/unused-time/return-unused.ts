import type { Db } from '#platform/database/database.ts'
import { releaseCredit } from '../../customers/used-credit.ts'
import type { PaymentDeps } from '../../deps.ts'
import { issueNote } from '../../invoices/adjustment-notes/issue-note.ts'
import { countFailedRefunds } from '../../reversals/store.ts'
import type { PaymentRow } from '../../store.ts'
import { requestRefund } from '../../refunds/owed/refund-part.ts'

/**
 * Returns part of a payment, as part of the transaction `db`: as credit first, then to the card, because a refund of all
 * that the card paid counts as a full one.
 * @param payment locked until the transaction ends.
 */
export async function returnUnused(
  deps: Pick<PaymentDeps, 'jobs' | 'now'>,
  db: Db,
  payment: PaymentRow,
  owedCents: number,
  why: 'ungranted' | 'covered' | 'boughtAgain',
): Promise<{ refundedCents: number; creditCents: number }> {
  const { id, amountCents, creditReturnedCents, refundedCents: refundedBefore, providerIntentId } = payment
  const creditCents = Math.min(owedCents, payment.creditCents - creditReturnedCents)
  const refundedCents = Math.min(owedCents - creditCents, amountCents - refundedBefore)
  if (refundedCents > 0 && providerIntentId !== null) {
    const turn = await countFailedRefunds(db, providerIntentId)
    await requestRefund(deps, db, { payment: id, amountCents: refundedCents, why, turn })
  }
  // The refund has a separate note, once Stripe has made it.
  if (creditCents > 0 && (await releaseCredit(deps, db, payment, creditCents)))
    await issueNote(deps, db, payment, { amountCents: creditCents, creditCents, reason: 'refund' })
  return { refundedCents, creditCents }
}
