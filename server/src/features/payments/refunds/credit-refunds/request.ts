import { HOUR_MS } from '@docketbox/contract/core/units'
import { type creditRefundBody, paymentRefusals } from '@docketbox/contract'
import type { z } from 'zod'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../../deps.ts'
import { hasUnconfirmedRequest } from '../requests-store.ts'
import { findSources, refundableOf, splitRefund } from './limits.ts'
import { payOutCredit } from './pay-out.ts'
import * as store from './store.ts'

/**
 * Queues a refund of a user's credit to the cards it was paid with. The job retries until Stripe accepts or refuses it.
 * A second request at the same balance is the same refund.
 * @throws Refusal `payments.creditRefundOutdated` if the credit isn't what the administrator saw,
 * `payments.creditNotRefundable` if less of it was paid by card, or if Stripe can't be reached, `payments.refundUnavailable`
 * or, while an earlier request is being made, `payments.refundUnknown`.
 */
export async function refundCredit(
  deps: Pick<PaymentDeps, 'db' | 'jobs' | 'now' | 'payments'>,
  actor: Actor,
  ownerId: string,
  { amountCents, creditCents, reason }: z.infer<typeof creditRefundBody>,
): Promise<{ message: string }> {
  const { refundUnavailable, refundUnknown } = paymentRefusals
  const isUnderWay = (await store.sumOpen(deps.db, ownerId)) > 0
  const credit = await findSources(deps, ownerId, isUnderWay ? refundUnknown : refundUnavailable)
  if (credit?.creditCents !== creditCents) throw new Refusal(paymentRefusals.creditRefundOutdated)
  if (amountCents > refundableOf(credit)) throw new Refusal(paymentRefusals.creditNotRefundable)
  const parts = splitRefund(amountCents, credit.sources)
  const at = deps.now()
  await inTransaction(deps.db, async (db) => {
    const ids = parts.map(({ paymentId }) => paymentId)
    // A refund of the same payment may be waiting for its event.
    if (await hasUnconfirmedRequest(db, ids, new Date(+at - HOUR_MS)))
      throw new Refusal(paymentRefusals.creditRefundOutdated)
    const { isNew, refund } = await store.insertRefund(
      db,
      {
        id: newId(),
        ownerId,
        customerId: credit.customer,
        afterTransaction: credit.afterTransaction,
        amountCents,
        state: 'open',
        requestedAt: at,
      },
      parts,
    )
    if (!isNew && refund.amountCents !== amountCents) throw new Refusal(paymentRefusals.creditRefundOutdated)
    if (!isNew) return
    const details = { amountCents, reason }
    await audit(db, { at, actorId: actor.id, action: 'payments.refundCredit', subjectId: ownerId, details })
    await deps.jobs.enqueue(
      db,
      payOutCredit,
      { refund: refund.id, user: ownerId },
      { singletonKey: refund.id },
    )
  })
  return { message: 'Refund requested.' }
}
