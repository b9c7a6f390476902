import { afterAll, describe, expect, test } from 'vitest'
import { openTarget, targets } from './target.ts'

describe.each(targets)('promotion codes at %s', async (name) => {
  const target = await openTarget(name)
  afterAll(target.close)

  const newCode = () => `SUITE-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  const create = async (code: string) => {
    const { id: coupon } = await target.stripe.coupons.create({
      percent_off: 20,
      duration: 'once',
      name: code,
    })
    return target.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon },
      code,
      metadata: { app: 'suite' },
      max_redemptions: 5,
      expires_at: Math.floor(Date.now() / 1000) + 86_400,
      expand: ['promotion.coupon'],
    })
  }

  test('are found by their code in any case until they end', async () => {
    const code = newCode()
    const { id, promotion } = await create(code)
    expect(promotion.coupon).toMatchObject({ percent_off: 20, amount_off: null, duration: 'once' })
    const find = async () => {
      const { data } = await target.stripe.promotionCodes.list({
        code: code.toLowerCase(),
        active: true,
        limit: 1,
        expand: ['data.promotion.coupon.applies_to'],
      })
      return data
    }
    expect(await find()).toMatchObject([
      {
        id,
        code,
        customer: null,
        metadata: { app: 'suite' },
        restrictions: { first_time_transaction: false, minimum_amount: null },
        times_redeemed: 0,
        max_redemptions: 5,
        promotion: { coupon: { currency: null, duration: 'once', percent_off: 20, redeem_by: null } },
      },
    ])
    await expect(create(code)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
    const ended = await target.stripe.promotionCodes.update(id, { active: false })
    expect(ended.active).toBe(false)
    expect(await find()).toEqual([])
    expect(await target.stripe.promotionCodes.retrieve(id)).toMatchObject({ code, active: false })
  })

  test('say which products their coupon is for, if they’re asked', async () => {
    const products = [target.proMonthly.product as string]
    const { id: coupon } = await target.stripe.coupons.create({
      amount_off: 100,
      currency: 'aud',
      duration: 'repeating',
      duration_in_months: 3,
      applies_to: { products },
    })
    const promotion = { type: 'coupon', coupon } as const
    const { id } = await target.stripe.promotionCodes.create({ promotion, code: newCode() })
    const retrieve = async (expand: string) =>
      (await target.stripe.promotionCodes.retrieve(id, { expand: [expand] })).promotion.coupon
    expect(await retrieve('promotion.coupon')).not.toHaveProperty('applies_to')
    expect(await retrieve('promotion.coupon.applies_to')).toMatchObject({
      amount_off: 100,
      applies_to: { products },
      currency: 'aud',
      duration: 'repeating',
    })
  })

  test('take something off a checkout that expires, and none that ended does', async () => {
    const { id } = await create(newCode())
    const { id: customer } = await target.stripe.customers.create({ email: 'ann@example.com' })
    const open = (expiresIn = 86_400 - 60) =>
      target.stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: target.proMonthly.id, quantity: 1 }],
        discounts: [{ promotion_code: id }],
        expires_at: Math.floor(Date.now() / 1000) + expiresIn,
        success_url: 'https://docketbox.test/',
      })
    expect(await open()).toMatchObject({
      amount_subtotal: 499,
      amount_total: 399,
      total_details: { amount_discount: 100 },
    })
    expect(await open(31 * 60)).toMatchObject({ status: 'open' })
    for (const expiresIn of [29 * 60, 25 * 3_600])
      await expect(open(expiresIn)).rejects.toMatchObject({ param: 'expires_at' })
    await target.stripe.promotionCodes.update(id, { active: false })
    await expect(open()).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  })
})
