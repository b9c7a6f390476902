import { api, promotionRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
})

const create = (body: Parameters<typeof api.payments.createPromotion.body.parse>[0]) =>
  server.call(api.payments.createPromotion, { body: body as never }, admin)
const preview = async (person: Person, code: string) =>
  server.call(api.payments.previewPromotion, { query: { code } }, await server.signIn(person))
const checkout = async (person: Person, code: string, plan = server.plans.pro) =>
  server.call(api.payments.openCheckout, { body: { plan, code } }, await server.signIn(person))
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs
const refused = { status: 404, body: { code: promotionRefusals.notFound.code } }

let userCount = 0
const addUser = () => server.addUser(`promoted${++userCount}@example.com`)

describe('a promotion code', () => {
  test('takes a share off the first payment, on the plan cards, at the checkout and in the history', async () => {
    const ann = await addUser()
    expect(
      (await create({ code: ' eofy20 ', percentOff: 20, lastDay: '2026-08-31', maxUses: 5 })).body,
    ).toMatchObject({
      code: 'EOFY20',
      percentOff: 20,
      // Midnight in Sydney after the last day.
      endsAt: '2026-08-31T14:00:00.000Z',
      maxUses: 5,
      uses: 0,
      isActive: true,
    })
    expect((await preview(ann, 'Eofy20')).body).toMatchObject({
      code: 'EOFY20',
      prices: [
        { plan: server.plans.pro, priceCents: 499, firstPriceCents: 399 },
        { plan: server.plans.premium, priceCents: 1197, firstPriceCents: 958 },
      ],
    })
    const { url } = (await checkout(ann, 'EOFY20')).body
    expect((await checkout(ann, 'eofy20')).body.url).toBe(url)
    const page = await (await fetch(url)).text()
    expect(page).toContain('$3.99')
    await server.payOn(url)
    expect(await history(ann)).toMatchObject([
      { amount: 399, status: 'paid', promotionCode: 'EOFY20', discountCents: 100 },
    ])
    const receipt = await server.outbox.waitFor(ann.email, { subject: '$3.99' })
    expect(receipt.text).toMatch(/Discount \(EOFY20\):?\s+-\$1\.00/)
    // The next period is paid in full.
    await server.passTo(new Date('2026-08-02T02:00:00Z'))
    expect(await history(ann)).toMatchObject([
      { amount: 499, promotionCode: null, discountCents: 0 },
      { amount: 399 },
    ])
    const { docs } = (await server.call(api.payments.listPromotions, {}, await server.signIn(admin))).body
    expect(docs).toMatchObject([{ code: 'EOFY20', uses: 1, isActive: true }])
  })

  test('doesn’t come back as credit when the plan changes', async () => {
    admin = await server.signIn(admin)
    const bob = await addUser()
    await create({ code: 'HALF', percentOff: 50 })
    await server.payOn((await checkout(bob, 'HALF')).body.url)
    const { body } = await server.call(
      api.payments.previewChange,
      { body: { plan: server.plans.premium } },
      await server.signIn(bob),
    )
    expect(body.creditCents).toBeLessThanOrEqual(250)
  })

  test('isn’t taken off the credit for a plan that was changed to and paid in full', async () => {
    admin = await server.signIn(admin)
    const fay = await addUser()
    await create({ code: 'START', percentOff: 50 })
    await server.payOn((await checkout(fay, 'START')).body.url)
    await server.changePlan(fay, 'premium')
    const body = { plan: server.plans.pro }
    const back = await server.call(api.payments.previewChange, { body }, await server.signIn(fay))
    expect(back.body.creditCents).toBeGreaterThan(900)
  })

  test('ends after its last use, on its last day, or when an administrator ends it', async () => {
    admin = await server.signIn(admin)
    const [cas, dan] = [await addUser(), await addUser()]
    await create({ code: 'ONCE', amountOffCents: 200, maxUses: 1 })
    const pages = [await checkout(cas, 'ONCE'), await checkout(dan, 'ONCE')]
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    await server.payOn(pages[0]!.body.url)
    expect(await history(cas)).toMatchObject([{ amount: 299, discountCents: 200 }])
    expect(await preview(dan, 'ONCE')).toMatchObject(refused)
    expect(await checkout(dan, 'ONCE')).toMatchObject(refused)

    const today = '2026-08-02'
    expect((await create({ code: 'TODAY', percentOff: 10, lastDay: today })).status).toBe(201)
    expect((await create({ code: 'PAST', percentOff: 10, lastDay: '2026-08-01' })).status).toBe(409)
    await server.passTo(new Date('2026-08-02T14:00:01Z'))
    expect(await preview(dan, 'TODAY')).toMatchObject(refused)

    admin = await server.signIn(admin)
    const { _id: id } = (await create({ code: 'STOP', percentOff: 10 })).body
    const end = () => server.call(api.payments.endPromotion, { params: { id } }, admin)
    expect(await end()).toMatchObject({ status: 200, body: { isActive: false } })
    expect((await end()).status).toBe(200)
    expect(await preview(dan, 'STOP')).toMatchObject(refused)
    expect(
      await server.call(api.payments.endPromotion, { params: { id: 'promo_unknown' } }, admin),
    ).toMatchObject(refused)
  })

  test('can be used once by each customer, also after a refund, until it’s created again', async () => {
    admin = await server.signIn(admin)
    const [jen, kim] = [await addUser(), await addUser()]
    const { _id: id } = (await create({ code: 'HELLO', percentOff: 50 })).body
    await server.payOn((await checkout(jen, 'HELLO')).body.url)
    const [payment] = await history(jen)
    expect(payment).toMatchObject({ promotionCode: 'HELLO', status: 'paid' })
    const refund = { params: { id: payment!._id }, body: { reason: 'asked' } }
    expect((await server.call(api.payments.refund, refund, admin)).status).toBe(200)
    await server.standIn.webhooksSettled()
    expect((await planStateOf(server.deps, jen.id)).subscription).toBeNull()
    const used = { status: 409, body: { code: promotionRefusals.used.code } }
    expect(await preview(jen, 'hello')).toMatchObject(used)
    expect(await checkout(jen, 'hello')).toMatchObject(used)
    expect((await preview(kim, 'hello')).status).toBe(200)
    await server.call(api.payments.endPromotion, { params: { id } }, admin)
    await server.passTo(new Date(+server.deps.now() + 1_000))
    await create({ code: 'HELLO', percentOff: 20 })
    expect((await preview(jen, 'hello')).body).toMatchObject({ percentOff: 20 })
    expect((await checkout(jen, 'hello')).status).toBe(200)
  })

  test('that was created again isn’t taken from a page that was opened with the earlier one', async () => {
    admin = await server.signIn(admin)
    const gus = await addUser()
    const { _id: id } = (await create({ code: 'AGAIN', percentOff: 50 })).body
    const earlier = (await checkout(gus, 'AGAIN')).body.url
    await server.stripe.promotionCodes.update(id, { active: false })
    await create({ code: 'AGAIN', percentOff: 90 })
    const { prices } = (await preview(gus, 'AGAIN')).body
    const { firstPriceCents } = prices.find(({ plan }) => plan === server.plans.pro)!
    await server.payOn((await checkout(gus, 'AGAIN')).body.url)
    expect(await history(gus)).toMatchObject([{ amount: firstPriceCents }])
    expect(await server.payOn(earlier)).toBe(410)
  })

  test('that an administrator ends can’t be used on pages that were open', async () => {
    admin = await server.signIn(admin)
    const [hal, ivy] = [await addUser(), await addUser()]
    const { _id: id } = (await create({ code: 'LATE', percentOff: 50 })).body
    await create({ code: 'OTHER', percentOff: 10 })
    const [late, other] = [(await checkout(hal, 'LATE')).body.url, (await checkout(ivy, 'OTHER')).body.url]
    await server.call(api.payments.endPromotion, { params: { id } }, admin)
    await expect.poll(async () => (await fetch(late)).status).toBe(410)
    expect(await server.payOn(late)).toBe(410)
    expect(await server.payOn(other)).toBe(303)
    expect(await history(hal)).toEqual([])
  })

  test('that paid for all of a plan gives the other plan after a change, not more of the first', async () => {
    admin = await server.signIn(admin)
    const eli = await addUser()
    await create({ code: 'FREE', percentOff: 100 })
    await server.payOn((await checkout(eli, 'FREE', server.plans.premium)).body.url)
    await server.passTo(server.later(2))
    await server.changePlan(eli, 'pro')
    const { subs_details: shown, subscription } = await planStateOf(server.deps, eli.id)
    expect(shown).toMatchObject({ planName: 'Pro', status: 'active' })
    expect(subscription!.currentPeriodEnd).toContain('2026-09-04')
    expect(await history(eli)).toMatchObject([
      { amount: 499, planName: 'Pro' },
      { amount: 0, planName: 'Premium' },
    ])
  })

  test.each([
    ['both kinds of discount', { code: 'BOTH', percentOff: 10, amountOffCents: 100 }],
    ['neither', { code: 'NEITHER' }],
    ['101 percent', { code: 'MORE', percentOff: 101 }],
    ['a space in it', { code: 'A B C', percentOff: 10 }],
  ])('isn’t created with %s', async (_, body) => {
    admin = await server.signIn(admin)
    expect((await create(body)).status).toBe(400)
  })

  test('isn’t created with a name that’s in use, which is said at its field', async () => {
    admin = await server.signIn(admin)
    expect(await create({ code: 'half', percentOff: 10 })).toMatchObject({
      status: 409,
      body: { fields: { code: promotionRefusals.codeTaken.message } },
    })
  })
})

describe('a promotion code that Stripe didn’t confirm', () => {
  const entries = () =>
    server.deps.db
      .selectFrom('auditLog')
      .select(['action', 'details'])
      .where('action', 'like', 'payments.%romotion%')
      .orderBy('id')
      .execute()
  const losing = async <T>(path: string, call: () => Promise<T>) => {
    admin = await server.signIn(admin)
    server.standIn.loseAnswers((request) => request.method === 'POST' && request.path.startsWith(path))
    return call().finally(() => server.standIn.loseAnswers(() => false))
  }

  test('is in the audit log, is reported as unknown, and created once', async () => {
    const before = (await entries()).length
    const body = { code: 'LOST', percentOff: 10, lastDay: '2026-12-31', maxUses: 5 }
    const lost = await losing('/v1/promotion_codes', () => create(body))
    expect(lost).toMatchObject({ status: 504, body: { code: promotionRefusals.outcomeUnknown.code } })
    expect((await entries()).slice(before)).toMatchObject([
      { action: 'payments.createPromotion', details: { code: 'LOST', percentOff: 10 } },
      { action: 'payments.promotionNotConfirmed', details: { code: 'LOST' } },
    ])
    expect(await create(body)).toMatchObject({ status: 201, body: { code: 'LOST', maxUses: 5 } })
    const { docs } = (await server.call(api.payments.listPromotions, {}, admin)).body
    expect(docs.filter(({ code }) => code === 'LOST')).toHaveLength(1)
    expect((await create({ ...body, percentOff: 11 })).status).toBe(409)
  })

  test('as ended says so, and is in the audit log', async () => {
    admin = await server.signIn(admin)
    const jon = await addUser()
    const { _id: id } = (await create({ code: 'GONE', percentOff: 10 })).body
    const before = (await entries()).length
    server.standIn.setReachable(false)
    const end = () => server.call(api.payments.endPromotion, { params: { id } }, admin)
    expect(await end()).toMatchObject({ status: 503, body: { code: promotionRefusals.unavailable.code } })
    server.standIn.setReachable(true)
    expect((await entries()).slice(before)).toEqual([])
    const lost = await losing(`/v1/promotion_codes/${id}`, end)
    expect(lost).toMatchObject({ status: 504, body: { code: promotionRefusals.endPending.code } })
    expect((await entries()).slice(before)).toMatchObject([
      { action: 'payments.endPromotion', details: { code: 'GONE' } },
    ])
    expect(await preview(jon, 'GONE')).toMatchObject(refused)
  })
})
