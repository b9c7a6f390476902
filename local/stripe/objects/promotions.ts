import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, integer, metadata, paging, text } from '#stripe/api/accept.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

const MAX_PERCENT = 100
const currency = z.string().regex(/^[a-z]{3}$/)

/** A code someone can use now: active, in time, and not used up. */
export function isRedeemable(
  world: World,
  { active, expires_at, max_redemptions, times_redeemed }: Stripe.PromotionCode,
): boolean {
  const isInTime = expires_at === null || expires_at > world.now()
  return active && isInTime && (max_redemptions === null || times_redeemed < max_redemptions)
}

export function couponOf(world: World, { promotion }: Stripe.PromotionCode): Stripe.Coupon {
  return world.get('coupon', idOf(promotion.coupon)!)
}

/** What a code takes off a price once. @throws Fault for codes that do more, or that aren't for everyone. */
export function discountOn(world: World, cents: number, code: Stripe.PromotionCode): number {
  const { percent_off, amount_off, ...coupon } = couponOf(world, code)
  const { first_time_transaction, minimum_amount } = code.restrictions
  if (coupon.duration !== 'once' || coupon.applies_to || (coupon.currency ?? 'aud') !== 'aud')
    throw notModelled('checkouts with such a coupon', 'discounts[0][promotion_code]')
  if (code.customer !== null || first_time_transaction || minimum_amount !== null)
    throw notModelled('checkouts with such a promotion code', 'discounts[0][promotion_code]')
  if (percent_off !== null) return Math.round((cents * percent_off) / 100)
  return Math.min(cents, amount_off ?? 0)
}

/** Counts a use of a code; the last one that's allowed ends it. */
export function redeem(world: World, id: string): void {
  const code = world.get('promotion_code', id)
  const coupon = couponOf(world, code)
  const times_redeemed = code.times_redeemed + 1
  world.change('coupon', coupon.id, { times_redeemed: coupon.times_redeemed + 1 })
  const isLast = times_redeemed === code.max_redemptions
  world.emit(
    'promotion_code.updated',
    world.change('promotion_code', id, { times_redeemed, ...(isLast && { active: false }) }),
  )
}

/** Expired codes show as inactive. */
function shown(world: World, code: Stripe.PromotionCode): Stripe.PromotionCode {
  return { ...code, active: isRedeemable(world, code) }
}

export const promotionRoutes: Route[] = [
  post('/v1/coupons', ({ world, input }) => {
    const read = accept(input, {
      percent_off: integer.pipe(z.number().min(1).max(MAX_PERCENT)).optional(),
      amount_off: integer.pipe(z.number().min(1)).optional(),
      currency: currency.optional(),
      duration: z.enum(['once', 'repeating', 'forever']),
      duration_in_months: integer.pipe(z.number().min(1)).optional(),
      applies_to: z.strictObject({ products: z.array(text) }).optional(),
      redeem_by: integer.optional(),
      name: z.string().max(40).optional(),
      metadata: metadata.optional(),
    })
    if ((read.percent_off === undefined) === (read.amount_off === undefined))
      throw badRequest('You must pass either `percent_off` or `amount_off`, but not both.')
    if (read.amount_off !== undefined && read.currency === undefined)
      throw badRequest('You must pass `currency` when passing `amount_off`.', 'currency', 'parameter_missing')
    if ((read.duration === 'repeating') !== (read.duration_in_months !== undefined))
      throw badRequest('`duration_in_months` goes with `duration: repeating`.', 'duration_in_months')
    const coupon = world.put('coupon', {
      ...world.base('coupon', 'coupon'),
      amount_off: read.amount_off ?? null,
      ...(read.applies_to && { applies_to: read.applies_to }),
      currency: read.currency ?? null,
      duration: read.duration,
      duration_in_months: read.duration_in_months ?? null,
      max_redemptions: null,
      metadata: read.metadata ?? {},
      name: read.name ?? null,
      percent_off: read.percent_off ?? null,
      redeem_by: read.redeem_by ?? null,
      times_redeemed: 0,
      valid: true,
    })
    world.emit('coupon.created', coupon)
    return coupon
  }),
  post('/v1/promotion_codes', ({ world, input }) => {
    const read = accept(input, {
      promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
      code: z.string().regex(/^[A-Za-z0-9-]{1,500}$/),
      expires_at: integer.optional(),
      max_redemptions: integer.pipe(z.number().min(1)).optional(),
      customer: text.optional(),
      restrictions: z
        .strictObject({
          first_time_transaction: flag.optional(),
          minimum_amount: integer.pipe(z.number().min(1)).optional(),
          minimum_amount_currency: currency.optional(),
        })
        .optional(),
      metadata: metadata.optional(),
    })
    const coupon = world.get('coupon', read.promotion.coupon, 'promotion[coupon]')
    if (read.expires_at !== undefined && read.expires_at <= world.now())
      throw badRequest('The expiration timestamp must be in the future.', 'expires_at')
    const isTaken = world
      .all('promotion_code')
      .some((row) => isRedeemable(world, row) && row.code.toLowerCase() === read.code.toLowerCase())
    if (isTaken)
      throw badRequest(`An active promotion code with \`code: ${read.code}\` already exists.`, 'code')
    const code = world.put('promotion_code', {
      ...world.base('promo', 'promotion_code'),
      active: true,
      code: read.code,
      customer: read.customer === undefined ? null : world.get('customer', read.customer, 'customer').id,
      customer_account: null,
      expires_at: read.expires_at ?? null,
      max_redemptions: read.max_redemptions ?? null,
      metadata: read.metadata ?? {},
      promotion: { type: 'coupon', coupon: coupon.id },
      restrictions: {
        first_time_transaction: read.restrictions?.first_time_transaction ?? false,
        minimum_amount: read.restrictions?.minimum_amount ?? null,
        minimum_amount_currency: read.restrictions?.minimum_amount_currency ?? null,
      },
      times_redeemed: 0,
    } as Stripe.PromotionCode)
    world.emit('promotion_code.created', code)
    return code
  }),
  get('/v1/promotion_codes', ({ world, input }) => {
    const { code, active, ...page } = accept(input, {
      ...paging,
      code: text.optional(),
      active: flag.optional(),
    })
    const rows = world
      .all('promotion_code')
      .map((row) => shown(world, row))
      .filter((row) => code === undefined || row.code.toLowerCase() === code.toLowerCase())
      .filter((row) => active === undefined || row.active === active)
    return listOf('/v1/promotion_codes', rows, page)
  }),
  get('/v1/promotion_codes/:id', ({ world, params }) =>
    shown(world, world.get('promotion_code', params['id']!)),
  ),
  post('/v1/promotion_codes/:id', ({ world, params, input }) => {
    const { active } = accept(input, { active: flag })
    const code = world.get('promotion_code', params['id']!)
    if (active && !isRedeemable(world, { ...code, active }))
      throw badRequest('This promotion code can’t be activated again.', 'active')
    const changed = world.change('promotion_code', code.id, { active })
    world.emit('promotion_code.updated', changed)
    return changed
  }),
  get('/v1/coupons/:id', ({ world, params }) => world.get('coupon', params['id']!)),
]
