import { api, promotionRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import type { Person } from '#testing/harness.ts'
import { firstPriceWith } from './first-price.ts'

test.each([
  [{ percentOff: 20, amountOffCents: null }, 399],
  [{ percentOff: 90, amountOffCents: null }, 50],
  [{ percentOff: 91, amountOffCents: null }, undefined],
  [{ percentOff: 99, amountOffCents: null }, undefined],
  [{ percentOff: 100, amountOffCents: null }, 0],
  [{ percentOff: null, amountOffCents: 449 }, 50],
  [{ percentOff: null, amountOffCents: 450 }, undefined],
  [{ percentOff: null, amountOffCents: 498 }, undefined],
  [{ percentOff: null, amountOffCents: 499 }, 0],
  [{ percentOff: null, amountOffCents: 1_000 }, 0],
])('the first price of $4.99 with %j is %s', (discount, cents) => {
  expect(firstPriceWith(discount, 499)).toBe(cents)
})

describe('a discount that leaves less than the minimum payment', () => {
  let server: PayingServer
  let admin: Person
  let ann: Person
  beforeAll(async () => {
    server = await startPayingServer()
    admin = await server.addUser('admin@example.com', { role: 'Admin' })
    ann = await server.addUser('ann@example.com')
  })

  const create = (discount: { percentOff: number } | { amountOffCents: number }, code = 'TINY') =>
    server.call(api.payments.createPromotion, { body: { code, ...discount } }, admin)

  test.each([
    [
      { percentOff: 95 },
      'percentOff',
      'The first payment for Pro would be $0.25, but the minimum is $0.50. Choose 90% or 100% instead.',
    ],
    [
      { amountOffCents: 480 },
      'amountOffCents',
      'The first payment for Pro would be $0.19, but the minimum is $0.50. Choose $4.49 or $4.99 instead.',
    ],
    [
      { amountOffCents: 1_150 },
      'amountOffCents',
      'The first payment for Premium would be $0.47, but the minimum is $0.50. Choose $11.47 or $11.97 instead.',
    ],
  ])('is refused at its field: %j', async (discount, field, message) => {
    expect(await create(discount)).toMatchObject({
      status: 409,
      body: { code: promotionRefusals.tooSmall.code, message, fields: { [field]: message } },
    })
    expect((await server.stripe.promotionCodes.list()).data).toEqual([])
  })

  test('on a plan that’s cheaper since isn’t offered there, nor charged', async () => {
    expect(await create({ amountOffCents: 448 }, 'SINCE')).toMatchObject({ status: 201 })
    const pro = server.deps.db.updateTable('plans').where('id', '=', server.plans.pro)
    await pro.set({ priceCents: 497 }).execute()
    const query = { code: 'SINCE' }
    expect((await server.call(api.payments.previewPromotion, { query }, ann)).body.prices).toEqual([
      { plan: server.plans.premium, priceCents: 1197, firstPriceCents: 749 },
    ])
    const open = (plan: string) =>
      server.call(api.payments.openCheckout, { body: { plan, code: 'SINCE' } }, ann)
    expect(await open(server.plans.pro)).toMatchObject({
      status: 409,
      body: { code: promotionRefusals.notForPlan.code },
    })
    expect(await open(server.plans.premium)).toMatchObject({ status: 200 })
  })
})
