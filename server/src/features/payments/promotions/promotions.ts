import {
  addDays,
  type NewPromotion,
  type Promotion,
  type PromotionPreview,
  promotionRefusals,
} from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { listPlansForSale } from '#features/subscriptions'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../deps.ts'
import { startOfDay } from '../months.ts'
import { callStripe, codeOf, dateOf, typeOf } from '../stripe.ts'

type PromotionDeps = Pick<PaymentDeps, 'db' | 'now' | 'payments'>

/** Far more than anyone creates. */
const MAX_LISTED = 1_000
const withCoupon = 'promotion.coupon'

/** Promotion codes as Stripe has them, the latest first. */
export function listPromotions(deps: PromotionDeps): Promise<{ docs: Promotion[] }> {
  return callStripe(deps, async (stripe) => {
    const codes = await stripe.promotionCodes
      .list({ limit: 100, expand: [`data.${withCoupon}`] })
      .autoPagingToArray({ limit: MAX_LISTED })
    return { docs: codes.map(present) }
  })
}

/** Creates a code at Stripe. @throws Refusal `promotions.codeTaken` while another of the same name is active. */
export async function createPromotion(
  deps: PromotionDeps,
  actor: Actor,
  { code, percentOff, amountOffCents, lastDay, maxUses }: NewPromotion,
): Promise<Promotion> {
  const endsAt = lastDay === undefined ? undefined : startOfDay(addDays(lastDay, 1))
  if (endsAt && endsAt <= deps.now())
    throw new Refusal(promotionRefusals.dayPast, { fields: { lastDay: promotionRefusals.dayPast.message } })
  const created = await callStripe(deps, async (stripe) => {
    const taken = await stripe.promotionCodes.list({ code, active: true, limit: 1 })
    if (taken.data.length > 0) throw new Refusal(promotionRefusals.codeTaken)
    const coupon = await stripe.coupons.create({
      ...(percentOff === undefined
        ? { amount_off: amountOffCents!, currency: 'aud' }
        : { percent_off: percentOff }),
      duration: 'once',
      name: code,
    })
    return stripe.promotionCodes
      .create({
        promotion: { type: 'coupon', coupon: coupon.id },
        code,
        ...(endsAt && { expires_at: Math.floor(+endsAt / 1000) }),
        ...(maxUses !== undefined && { max_redemptions: maxUses }),
        expand: [withCoupon],
      })
      .catch((error: unknown) => {
        // Another administrator created it a moment before.
        if (typeOf(error) === 'StripeInvalidRequestError') throw new Refusal(promotionRefusals.codeTaken)
        throw error
      })
  })
  await note(deps, actor, 'payments.createPromotion', { code, percentOff, amountOffCents, lastDay, maxUses })
  return present(created)
}

/** Ends a code at Stripe; ending it again changes nothing. @throws Refusal `promotions.notFound` */
export async function endPromotion(deps: PromotionDeps, actor: Actor, id: string): Promise<Promotion> {
  const ended = await callStripe(deps, (stripe) =>
    stripe.promotionCodes.update(id, { active: false, expand: [withCoupon] }),
  ).catch((error: unknown) => {
    if (codeOf(error) === 'resource_missing') throw new Refusal(promotionRefusals.notFound)
    throw error
  })
  await note(deps, actor, 'payments.endPromotion', { code: ended.code })
  return present(ended)
}

/** The first payment of each plan with a code. @throws Refusal `promotions.notFound` */
export async function previewPromotion(deps: PromotionDeps, code: string): Promise<PromotionPreview> {
  const { percentOff, amountOffCents, endsAt } = present(await findActive(deps, code))
  const plans = await listPlansForSale(deps.db)
  return {
    code,
    percentOff,
    amountOffCents,
    endsAt,
    prices: plans.map(({ id, priceCents }) => ({
      plan: id,
      priceCents,
      firstPriceCents: priceCents - discountOn(priceCents, { percentOff, amountOffCents }),
    })),
  }
}

/** The code that can be used now. @throws Refusal `promotions.notFound` */
export async function findActive(deps: PromotionDeps, code: string): Promise<Stripe.PromotionCode> {
  const { data } = await callStripe(deps, (stripe) =>
    stripe.promotionCodes.list({ code, active: true, limit: 1, expand: [`data.${withCoupon}`] }),
  )
  if (!data[0]) throw new Refusal(promotionRefusals.notFound)
  return data[0]
}

/** What's taken off a price, as Stripe rounds it. */
export function discountOn(
  cents: number,
  { percentOff, amountOffCents }: Pick<Promotion, 'percentOff' | 'amountOffCents'>,
): number {
  return percentOff === null ? Math.min(cents, amountOffCents ?? 0) : Math.round((cents * percentOff) / 100)
}

function present({ promotion, ...code }: Stripe.PromotionCode): Promotion {
  const coupon = promotion.coupon as Stripe.Coupon
  return {
    _id: code.id,
    code: code.code,
    percentOff: coupon.percent_off,
    amountOffCents: coupon.amount_off,
    endsAt: code.expires_at === null ? null : dateOf(code.expires_at).toISOString(),
    maxUses: code.max_redemptions,
    uses: code.times_redeemed,
    isActive: code.active,
    createdAt: dateOf(code.created).toISOString(),
  }
}

function note(
  { db, now }: PromotionDeps,
  { id: actorId }: Actor,
  action: 'payments.createPromotion' | 'payments.endPromotion',
  details: Record<string, string | number | undefined>,
): Promise<void> {
  const known = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
  return inTransaction(db, (db) =>
    audit(db, {
      at: now(),
      actorId,
      action,
      subjectId: null,
      details: known as Record<string, string | number>,
    }),
  )
}
