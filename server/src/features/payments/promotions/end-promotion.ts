import { type Promotion, promotionRefusals } from '@docketbox/contract'
import { z } from 'zod'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../deps.ts'
import { callForAdmin, codeOf } from '../stripe.ts'
import { closeCheckoutsAbout } from '../plans/subscribing/close-checkouts.ts'
import { promotionOf } from '../plans/subscribing/open-checkout.ts'
import { isOurs, present, withCoupon } from './own-code.ts'

/** Ends a code at Stripe and closes the pages on which it could still be used. */
export const closePromotion = defineJob(
  'payments.closePromotion',
  z.strictObject({ promotion: z.string() }),
  async (deps, { promotion }) => {
    const stripe = await deps.payments.client()
    await stripe.promotionCodes.update(promotion, { active: false })
    await closeCheckoutsAbout(stripe, (session) => promotionOf(session) === promotion)
  },
  { retries: 20, retryDelaySeconds: 5, policy: 'short' },
)

/**
 * Ends a code; ending it again changes nothing. The audit log is written first.
 * @throws Refusal `promotions.notFound`, `promotions.unavailable`, or `promotions.endPending` if Stripe didn't confirm it:
 * then the job does it.
 */
export async function endPromotion(
  deps: Pick<PaymentDeps, 'db' | 'jobs' | 'now' | 'payments'>,
  actor: Actor,
  id: string,
): Promise<Promotion> {
  const promotion = await callForAdmin(deps, promotionRefusals.unavailable, (stripe) =>
    stripe.promotionCodes.retrieve(id, { expand: [withCoupon] }),
  ).catch((error: unknown) => {
    if (codeOf(error) === 'resource_missing') throw new Refusal(promotionRefusals.notFound)
    throw error
  })
  if (!isOurs(promotion)) throw new Refusal(promotionRefusals.notFound)
  const { code, active } = promotion
  await inTransaction(deps.db, async (db) => {
    const entry = { at: deps.now(), actorId: actor.id, subjectId: null, details: { code } }
    if (active) await audit(db, { ...entry, action: 'payments.endPromotion' })
    await deps.jobs.enqueue(db, closePromotion, { promotion: id }, { singletonKey: id })
  })
  const ended = await callForAdmin(deps, promotionRefusals.endPending, (stripe) =>
    stripe.promotionCodes.update(id, { active: false, expand: [withCoupon] }),
  )
  return present(ended)
}
