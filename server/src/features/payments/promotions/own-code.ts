import type { Promotion } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { dateOf, isMarkedAsOurs } from '../stripe.ts'

/** What `isOurs` and `present` need. Stripe leaves out the products of a coupon unless they're asked for. */
export const withCoupon = 'promotion.coupon.applies_to'

/**
 * Whether we created a code, so that it takes off what we show. Codes made in Stripe's Dashboard can do what we don't price,
 * such as taking something off every payment.
 */
export function isOurs({ promotion, ...code }: Stripe.PromotionCode): boolean {
  const { coupon } = promotion
  if (typeof coupon !== 'object' || coupon === null) return false
  // Earlier versions didn't mark codes, but named each coupon after its code.
  const isMarked = isMarkedAsOurs(code) || coupon.name === code.code
  return isMarked && isForEveryone(code) && isOffFirstPayment(coupon)
}

function isForEveryone({
  customer,
  restrictions,
}: Pick<Stripe.PromotionCode, 'customer' | 'restrictions'>): boolean {
  return customer === null && !restrictions.first_time_transaction && restrictions.minimum_amount === null
}

function isOffFirstPayment({ duration, currency, applies_to, redeem_by }: Stripe.Coupon): boolean {
  const isForAllPlans = (applies_to?.products ?? []).length === 0
  return duration === 'once' && [null, 'aud'].includes(currency) && isForAllPlans && redeem_by === null
}

/** One of our codes. */
export function present({ promotion, ...code }: Stripe.PromotionCode): Promotion {
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
