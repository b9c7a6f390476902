import { api, paymentRefusals, type MonthName } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { closeAbandonedPayments } from '../months/closing/close-payment.ts'
import { createIntent as prepareIntent } from '../months/create-intent.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { addCredit, addUserWithCredit } from '../testing/credit.ts'
import { listPayments } from '../testing/lists.ts'
import { scopeOf } from '../testing/scope.ts'
import { handleEvent } from '../webhook/handle-event.ts'
import { refreshCredit } from './credit.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})
beforeEach(() => server.setNow(new Date('2026-07-01T02:00:00Z')))

let userCount = 0
const addUser = (creditCents: number) =>
  addUserWithCredit(server, `credit${++userCount}@example.com`, creditCents)
const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }

const shown = async (person: Person) => (await server.call(api.payments.credit, {}, person)).body.creditCents
const createIntent = (person: Person, months: MonthName[]) =>
  server.call(api.payments.createIntent, { body: { months, plan: server.plans.pro } }, person)
const payWithCredit = (person: Person, months: MonthName[]) =>
  server.call(api.payments.payWithCredit, { body: { months, plan: server.plans.pro } }, person)
const history = (person: Person) => listPayments(server, person)

describe('credit', () => {
  test('is used first for months, and the card pays the rest', async () => {
    const ann = await addUser(698)
    expect(await shown(ann)).toBe(698)
    const { body } = await createIntent(ann, ['Jul', 'Aug'])
    expect(body).toMatchObject({ amountCents: 300, creditCents: 698 })
    expect(await createIntent(ann, ['Jul', 'Aug'])).toMatchObject({ body })
    expect((await server.pay(body.clientSecret)).amount_received).toBe(300)
    expect(await creditAtStripe(server, ann.customer)).toBe(0)
    expect(await shown(ann)).toBe(0)
    expect(await history(ann)).toMatchObject([{ status: 'paid', amount: 300, creditCents: 698 }])
    expect(await planStateOf(server.deps, ann.id)).toMatchObject({ subs_details: { status: 'active' } })
  })

  test('comes back when another choice of months replaces the first, and is used for that', async () => {
    const bob = await addUser(300)
    const first = await createIntent(bob, ['Jul', 'Aug'])
    const second = await createIntent(bob, ['Jul'])
    expect(second.body).toMatchObject({ amountCents: 199, creditCents: 300 })
    expect((await server.pay(first.body.clientSecret)).status).toBe('canceled')
    await server.pay(second.body.clientSecret)
    expect(await creditAtStripe(server, bob.customer)).toBe(0)
  })

  test('comes back for another choice of months even if we first hear of the cancellation from Stripe', async () => {
    const eli = await addUser(300)
    await createIntent(eli, ['Jul', 'Aug'])
    const cancel: Stripe['paymentIntents']['cancel'] = async (id) => {
      const canceled = await server.stripe.paymentIntents.cancel(id)
      await server.standIn.webhooksSettled()
      return canceled
    }
    const paymentIntents = Object.create(server.stripe.paymentIntents, { cancel: { value: cancel } })
    const client = () =>
      Promise.resolve(Object.create(server.stripe, { paymentIntents: { value: paymentIntents } }))
    const deps = { ...server.deps, payments: { ...server.deps.payments, client } }
    const order = { months: ['Jul' as const], plan: server.plans.pro }
    const second = await prepareIntent(deps, scopeOf(eli), order)
    expect(second).toMatchObject({ amountCents: 199, creditCents: 300 })
    expect(await creditAtStripe(server, eli.customer)).toBe(0)
  })

  test('comes back when a payment is never made', async () => {
    const cas = await addUser(300)
    await createIntent(cas, ['Jul', 'Aug'])
    expect(await creditAtStripe(server, cas.customer)).toBe(0)
    server.setNow(new Date('2026-07-02T04:00:00Z'))
    await closeAbandonedPayments.handler(server.deps, {}, run)
    await expect.poll(() => creditAtStripe(server, cas.customer)).toBe(300)
    expect(await history(cas)).toMatchObject([{ status: 'expired', creditCents: 0 }])
  })

  test('is used once by requests at the same time', async () => {
    const dan = await addUser(300)
    const responses = await Promise.all(Array.from({ length: 6 }, () => createIntent(dan, ['Jul', 'Aug'])))
    expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect(await creditAtStripe(server, dan.customer)).toBe(0)
  })

  test('that was spent elsewhere a moment ago isn’t promised', async () => {
    const eve = await addUser(300)
    server.setEventsLost(true)
    await addCredit(server, eve.customer, -300)
    server.setEventsLost(false)
    expect(await createIntent(eve, ['Jul', 'Aug'])).toMatchObject({
      body: { amountCents: 998, creditCents: 0 },
    })
    expect(await creditAtStripe(server, eve.customer)).toBe(0)
  })

  test('in another currency is neither shown nor used', async () => {
    const flo = await addUser(0)
    await server.stripe.customers.createBalanceTransaction(flo.customer, { amount: -1200, currency: 'usd' })
    await server.standIn.webhooksSettled()
    expect(await shown(flo)).toBe(0)
    expect((await createIntent(flo, ['Jul'])).body).toMatchObject({ amountCents: 499, creditCents: 0 })
    const admin = await server.addUser('other-currency@example.com', { role: 'Admin' })
    const credit = await server.call(api.payments.customerCredit, { params: { userId: flo.id } }, admin)
    expect(credit.body).toMatchObject({ creditCents: 0, refundableCents: 0 })
  })

  test('is what Stripe has, however our clocks differ and whichever event arrives last', async () => {
    const ina = await addUser(0)
    const events: Stripe.Event[] = []
    const stop = server.standIn.onEvent((event) => void events.push(event))
    const askAt = (aheadMs: number) => {
      const now = () => new Date(+server.deps.now() + aheadMs)
      return refreshCredit({ ...server.deps, now }, server.stripe, ina.customer)
    }
    await askAt(5_000)
    await addCredit(server, ina.customer, 300)
    expect(await shown(ina)).toBe(300)

    server.setNow(new Date('2026-07-01T02:01:00Z'))
    server.setEventsLost(true)
    await addCredit(server, ina.customer, 100)
    await addCredit(server, ina.customer, -400)
    await askAt(-5_000)
    server.setEventsLost(false)
    stop()
    await handleEvent(server.deps, events.at(-2)!)
    expect(await shown(ina)).toBe(0)
  })

  test('that covers the whole price pays without a card, once', async () => {
    const fay = await addUser(1200)
    expect((await createIntent(fay, ['Jul', 'Aug'])).body).toMatchObject({
      clientSecret: '',
      amountCents: 0,
      creditCents: 998,
    })
    expect(await history(fay)).toEqual([])
    const both = await Promise.all([payWithCredit(fay, ['Jul', 'Aug']), payWithCredit(fay, ['Jul', 'Aug'])])
    expect(both.map(({ status }) => status)).toContain(200)
    expect(await creditAtStripe(server, fay.customer)).toBe(202)
    expect(await history(fay)).toMatchObject([{ status: 'paid', amount: 0, creditCents: 998 }])
    expect(await planStateOf(server.deps, fay.id)).toMatchObject({
      subs_details: { currentPeriodEnd: '2026-08-31T14:00:00.000Z' },
    })
    const { text } = await server.outbox.waitFor(fay.email, { subject: 'receipt' })
    expect(text).toContain('There’s nothing to pay.')
    expect(text).not.toContain('received your payment')
    expect(await payWithCredit(fay, ['Sep'])).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.creditChanged.code },
    })
  })

  test('is used first for a subscription', async () => {
    const gus = await addUser(300)
    await server.subscribe(gus, 'pro')
    expect(await creditAtStripe(server, gus.customer)).toBe(0)
    expect(await history(gus)).toMatchObject([{ amount: 199, creditCents: 300 }])
  })

  test('of the months that a subscription covers comes back as credit', async () => {
    const hal = await addUser(698)
    await server.pay((await createIntent(hal, ['Sep', 'Oct'])).body.clientSecret)
    await server.subscribe(hal, 'pro')
    await expect.poll(() => creditAtStripe(server, hal.customer)).toBe(698)
    const mail = await server.outbox.waitFor(hal.email, { subject: 'single months' })
    expect(mail.text).toContain('added $6.98 to your credit')
  })

  test('that a refund returned is used again if the bank returns the refund', async () => {
    const jo = await addUser(698)
    await server.pay((await createIntent(jo, ['Jul', 'Aug'])).body.clientSecret, 'pm_card_refundFail')
    const params = { id: (await history(jo))[0]!._id }
    const admin = await server.addUser('credit-back@example.com', { role: 'Admin' })
    await server.call(api.payments.refund, { params, body: { reason: 'asked' } }, admin)
    await expect.poll(() => creditAtStripe(server, jo.customer)).toBe(698)
    await server.standIn.webhooksSettled()
    await server.passTo(new Date('2026-07-02T04:00:00Z'))
    await expect.poll(() => creditAtStripe(server, jo.customer)).toBe(0)
    expect(await history(jo)).toMatchObject([{ refundedCents: 0, creditCents: 698 }])
    expect(await planStateOf(server.deps, jo.id)).toMatchObject({ subs_details: { status: 'active' } })
  })

  test('that paid for all of the months comes back when they’re refunded', async () => {
    const kay = await addUser(1200)
    await payWithCredit(kay, ['Jul', 'Aug'])
    const admin = await server.addUser('credit-only@example.com', { role: 'Admin' })
    const [payment] = (await server.call(api.payments.list, { query: { find: kay.email } }, admin)).body.docs
    expect(payment).toMatchObject({ amount: 0, refundableCents: 998 })
    const refund = (amountCents: number, refundableCents: number) => {
      const body = { amountCents, refundableCents, reason: 'asked' }
      return server.call(api.payments.refund, { params: { id: payment!._id }, body }, admin)
    }
    const twice = await Promise.all([refund(100, 998), refund(100, 998)])
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await planStateOf(server.deps, kay.id)).toMatchObject({ subs_details: { status: 'active' } })
    expect(await refund(898, 898)).toMatchObject({ status: 200 })
    await expect.poll(() => creditAtStripe(server, kay.customer)).toBe(1200)
    expect(await history(kay)).toMatchObject([
      {
        creditCents: 0,
        creditReturnedCents: 998,
        adjustmentNotes: [{ amountCents: 100 }, { amountCents: 898 }],
      },
    ])
    const mail = await server.outbox.waitFor(kay.email, {
      subject: 'added $8.98 back to your Docketbox credit',
    })
    expect(mail.text).toContain('returned $8.98 of what you paid for Pro')
    expect(await planStateOf(server.deps, kay.id)).toMatchObject({ subs_details: { status: 'cancelled' } })
    expect(await refund(100, 0)).toMatchObject({ status: 409 })
  })

  test('that an unpaid renewal held comes back when the plan ends', async () => {
    const mo = await addUser(0)
    await server.subscribe(mo, 'pro', '4000000000000341')
    await addCredit(server, mo.customer, 100)
    await server.passTo(new Date('2026-08-02T04:00:00Z'))
    expect(await creditAtStripe(server, mo.customer)).toBe(0)
    await server.passTo(new Date('2026-08-22T04:00:00Z'))
    await expect.poll(() => creditAtStripe(server, mo.customer)).toBe(100)
    expect((await history(mo)).map(({ status }) => status)).toEqual(['failed', 'paid'])
  })
})
