import {
  addDays,
  type NewPromotion,
  type Promotion,
  promotionRefusals,
  type RefusalSpec,
} from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { listPlansForSale } from '#features/subscriptions'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit, type AuditEntry } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../deps.ts'
import { startOfDay } from '../months/calendar.ts'
import { callForAdmin, ownMark, typeOf } from '../stripe.ts'
import { whyTooSmall } from './first-price.ts'
import { isOurs, present, withCoupon } from './own-code.ts'

type PromotionDeps = Pick<PaymentDeps, 'db' | 'now' | 'payments'>

/**
 * Creates a code at Stripe. The audit log is written first: no code may exist without someone who answers for it. Creating
 * the same code again finds it, because the response to an earlier request may have been lost.
 * @throws Refusal `promotions.codeTaken` while a different one of the same name is active, `promotions.codeTakenAtStripe`
 * if that one isn't ours, `promotions.dayPast`, `promotions.tooSmall`, `promotions.unavailable`, or
 * `promotions.outcomeUnknown` if Stripe didn't say whether it created the code.
 */
export async function createPromotion(
  deps: PromotionDeps,
  actor: Actor,
  wanted: NewPromotion,
): Promise<Promotion> {
  const { code, lastDay } = wanted
  const endsAt = lastDay === undefined ? undefined : startOfDay(addDays(lastDay, 1))
  if (endsAt && endsAt <= deps.now()) throw refusalAt('lastDay', promotionRefusals.dayPast)
  const reason = whyTooSmall(wanted, await listPlansForSale(deps.db))
  if (reason !== undefined) throw tooSmall(wanted, reason)
  const { data } = await callForAdmin(deps, promotionRefusals.unavailable, (stripe) =>
    stripe.promotionCodes.list({ code, active: true, limit: 1, expand: [`data.${withCoupon}`] }),
  )
  const [existing] = data
  if (existing && !isOurs(existing)) throw refusalAt('code', promotionRefusals.codeTakenAtStripe)
  if (existing && isSame(present(existing), wanted, endsAt)) return present(existing)
  if (existing) throw refusalAt('code', promotionRefusals.codeTaken)
  const log = (action: AuditEntry['action'], details: NonNullable<AuditEntry['details']>) =>
    inTransaction(deps.db, (db) =>
      audit(db, { at: deps.now(), actorId: actor.id, action, subjectId: null, details }),
    )
  await log('payments.createPromotion', detailsOf(wanted))
  try {
    const created = await callForAdmin(deps, promotionRefusals.outcomeUnknown, (stripe) =>
      create(stripe, wanted, endsAt),
    )
    return present(created)
  } catch (error) {
    // Another administrator created it a moment before.
    const isTaken = typeOf(error) === 'StripeInvalidRequestError'
    const reason = isTaken ? 'codeTaken' : 'noConfirmation'
    await log('payments.promotionNotConfirmed', { code, reason })
    throw isTaken ? refusalAt('code', promotionRefusals.codeTaken) : error
  }
}

async function create(
  stripe: Stripe,
  { code, percentOff, amountOffCents, maxUses }: NewPromotion,
  endsAt: Date | undefined,
): Promise<Stripe.PromotionCode> {
  const coupon = await stripe.coupons.create({
    ...(percentOff === undefined
      ? { amount_off: amountOffCents!, currency: 'aud' }
      : { percent_off: percentOff }),
    duration: 'once',
    name: code,
    metadata: ownMark,
  })
  return stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code,
    metadata: ownMark,
    ...(endsAt && { expires_at: Math.floor(+endsAt / 1000) }),
    ...(maxUses !== undefined && { max_redemptions: maxUses }),
    expand: [withCoupon],
  })
}

function refusalAt(field: keyof NewPromotion, refusal: RefusalSpec): Refusal {
  return new Refusal(refusal, { fields: { [field]: refusal.message } })
}

function tooSmall({ percentOff }: NewPromotion, message: string): Refusal {
  const field = percentOff === undefined ? 'amountOffCents' : 'percentOff'
  return new Refusal(promotionRefusals.tooSmall, { message, fields: { [field]: message } })
}

function detailsOf(wanted: NewPromotion): Record<string, string | number> {
  const given = Object.entries(wanted).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  )
  return Object.fromEntries(given)
}

function isSame(existing: Promotion, wanted: NewPromotion, endsAt: Date | undefined): boolean {
  return (
    existing.percentOff === (wanted.percentOff ?? null) &&
    existing.amountOffCents === (wanted.amountOffCents ?? null) &&
    existing.endsAt === (endsAt?.toISOString() ?? null) &&
    existing.maxUses === (wanted.maxUses ?? null)
  )
}
