import { api, promotionRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
let admin: Person
let ann: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  ann = await server.addUser('ann@example.com')
})

type Coupon = Stripe.CouponCreateParams
type Code = Omit<Stripe.PromotionCodeCreateParams, 'promotion'>

const createAtStripe = async (code: string, coupon: Coupon, more: Partial<Code> = {}) => {
  const { id } = await server.stripe.coupons.create({ name: code, ...coupon })
  return server.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code, ...more })
}
const preview = (code: string) => server.call(api.payments.previewPromotion, { query: { code } }, ann)
const refused = { status: 404, body: { code: promotionRefusals.notFound.code } }

type Objects = { product: string; customer: string }
const once = { percent_off: 20, duration: 'once' } as const

let codeCount = 0
test.each<[string, (objects: Objects) => [Coupon, Partial<Code>?]]>([
  ['every payment', () => [{ percent_off: 20, duration: 'forever' }]],
  ['three payments', () => [{ percent_off: 20, duration: 'repeating', duration_in_months: 3 }]],
  ['another currency', () => [{ amount_off: 200, currency: 'usd', duration: 'once' }]],
  ['one plan', ({ product }) => [{ ...once, applies_to: { products: [product] } }]],
  ['a coupon that ends', () => [{ ...once, redeem_by: 1_800_000_000 }]],
  ['a coupon of another name', () => [{ ...once, name: 'Friends' }]],
  ['new customers', () => [once, { restrictions: { first_time_transaction: true } }]],
  [
    'payments from $5.00',
    () => [once, { restrictions: { minimum_amount: 500, minimum_amount_currency: 'aud' } }],
  ],
  ['one customer', ({ customer }) => [once, { customer }]],
])('a code for %s, made in Stripe’s Dashboard, isn’t ours', async (_, paramsFor) => {
  const code = `DASHBOARD-${++codeCount}`
  const { id: customer } = await server.stripe.customers.create({ email: 'bob@example.com' })
  const product = `plan_${server.plans.pro.replaceAll('-', '')}`
  const [coupon, more] = paramsFor({ product, customer })
  const { id } = await createAtStripe(code, coupon, more)
  expect(await preview(code)).toMatchObject(refused)
  const body = { plan: server.plans.pro, code }
  expect(await server.call(api.payments.openCheckout, { body }, ann)).toMatchObject(refused)
  const { docs } = (await server.call(api.payments.listPromotions, {}, admin)).body
  expect(docs.filter((one) => one.code === code)).toEqual([])
  expect(await server.call(api.payments.endPromotion, { params: { id } }, admin)).toMatchObject(refused)
  const create = { body: { code, percentOff: 20 } }
  expect(await server.call(api.payments.createPromotion, create, admin)).toMatchObject({
    status: 409,
    body: { code: promotionRefusals.codeTakenAtStripe.code },
  })
})

test('a code that an earlier version created is still ours', async () => {
  await createAtStripe('EARLIER', { amount_off: 200, currency: 'aud', duration: 'once' })
  expect(await preview('EARLIER')).toMatchObject({ status: 200, body: { amountOffCents: 200 } })
})

test('a code that we create is marked, so that it’s ours even if its coupon is renamed', async () => {
  const body = { code: 'MARKED', percentOff: 20 }
  await server.call(api.payments.createPromotion, { body }, admin)
  const [created] = (
    await server.stripe.promotionCodes.list({ code: 'MARKED', expand: ['data.promotion.coupon'] })
  ).data
  const metadata = { app: 'docketbox' }
  expect(created).toMatchObject({ metadata, promotion: { coupon: { metadata } } })
  await createAtStripe('RENAMED', { ...once, name: 'Friends' }, { metadata })
  expect(await preview('RENAMED')).toMatchObject({ status: 200, body: { percentOff: 20 } })
})

test('a code can’t end after 2100', async () => {
  const body = { code: 'FOREVER', percentOff: 10, lastDay: '9999-12-31' }
  expect(await server.call(api.payments.createPromotion, { body }, admin)).toMatchObject({
    status: 400,
    body: { fields: { lastDay: 'Enter a date up to 31 Dec 2100.' } },
  })
})
