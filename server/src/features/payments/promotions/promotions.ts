import { type Promotion, type PromotionPreview, promotionRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { listPlansForSale } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { callForAdmin, callStripe, dateOf } from '../stripe.ts'
import { firstPriceWith } from './first-price.ts'
import { isOurs, present, withCoupon } from './own-code.ts'
import { hasPaidWith } from './store.ts'

type PromotionDeps = Pick<PaymentDeps, 'db' | 'payments'>

/** Far more than anyone creates. */
const MAX_LISTED = 1_000

/** Our promotion codes as Stripe has them, the latest first. */
export function listPromotions(deps: PromotionDeps): Promise<{ docs: Promotion[] }> {
  return callForAdmin(deps, promotionRefusals.unavailable, async (stripe) => {
    const codes = await stripe.promotionCodes
      .list({ limit: 100, expand: [`data.${withCoupon}`] })
      .autoPagingToArray({ limit: MAX_LISTED })
    return { docs: codes.filter(isOurs).map(present) }
  })
}

/** The first payment of each plan that a code is for. @throws Refusal `promotions.notFound`, `promotions.used` */
export async function previewPromotion(
  deps: PromotionDeps,
  scope: Scope,
  code: string,
): Promise<PromotionPreview> {
  const { percentOff, amountOffCents, endsAt } = present(await findUsable(deps, scope, code))
  const plans = await listPlansForSale(deps.db)
  const prices = plans.flatMap(({ id, priceCents }) => {
    const firstPriceCents = firstPriceWith({ percentOff, amountOffCents }, priceCents)
    return firstPriceCents === undefined ? [] : [{ plan: id, priceCents, firstPriceCents }]
  })
  return { code, percentOff, amountOffCents, endsAt, prices }
}

/**
 * The code, if this customer can use it now.
 * @throws Refusal `promotions.notFound`, `promotions.used` if they've paid with it. Another one of the same name, created
 * later, is new to them.
 */
export async function findUsable(
  deps: PromotionDeps,
  { ownerId }: Scope,
  code: string,
): Promise<Stripe.PromotionCode> {
  const { data } = await callStripe(deps, (stripe) =>
    stripe.promotionCodes.list({ code, active: true, limit: 1, expand: [`data.${withCoupon}`] }),
  )
  const [promotion] = data
  if (!promotion || !isOurs(promotion)) throw new Refusal(promotionRefusals.notFound)
  if (await hasPaidWith(deps.db, ownerId, promotion.code, dateOf(promotion.created)))
    throw new Refusal(promotionRefusals.used)
  return promotion
}
