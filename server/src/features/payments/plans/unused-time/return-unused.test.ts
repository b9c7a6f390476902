import { api, type MonthName } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { endPlan } from '../ending/end-older-plans.ts'
import { refundPart } from '../../refunds/owed/refund-part.ts'
import { handleEvent } from '../../webhook/handle-event.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(new Date('2027-01-16T12:00:00Z'))
})

let userCount = 0
const addUser = () => server.addUser(`covered${++userCount}@example.com`)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs
const planOf = (person: Person) => planStateOf(server.deps, person.id)

describe('a subscription that covers purchased months', () => {
  const buy = async (person: Person, months: MonthName[]) => {
    const input = { body: { months, plan: server.plans.pro } }
    const { body } = await server.call(api.payments.createIntent, input, person)
    return body.clientSecret
  }
  const refundedOf = async (person: Person) =>
    (await history(person)).find(({ months }) => months.length > 0)!.refundedCents

  test('ends them and refunds their unused part', async () => {
    const may = await addUser()
    await server.pay(await buy(may, ['Jan', 'Feb', 'Mar']))
    expect(await planOf(may)).toMatchObject({ subscription: { kind: 'month' } })
    await server.subscribe(may, 'premium')
    const mail = await server.outbox.waitFor(may.email, { subject: 'single months' })
    // Half of January in Sydney, and the other two in full.
    await expect.poll(() => refundedOf(may)).toBe(243 + 2 * 499)
    expect(mail.subject).toContain('$12.41')
    expect(await planOf(may)).toMatchObject({
      subs_details: { planName: 'Premium', status: 'active' },
      subscription: { kind: 'recurring' },
    })
  })

  test('refunds months whose payment completes after it started', async () => {
    const una = await addUser()
    await server.stripe.paymentIntents.confirm((await buy(una, ['Mar'])).split('_secret_')[0]!, {
      payment_method_data: {
        type: 'au_becs_debit',
        au_becs_debit: { bsb_number: '000000', account_number: '000123456' },
        billing_details: { name: 'Una Lee', email: una.email },
      },
      return_url: 'http://docketbox.test/complete',
    })
    await server.standIn.webhooksSettled()
    await server.subscribe(una, 'pro')
    await server.passTo(server.later(3.1))
    await expect.poll(() => refundedOf(una)).toBe(499)
  })

  test('closes an open card form for months', async () => {
    const ina = await addUser()
    const intent = (await buy(ina, ['Mar'])).split('_secret_')[0]!
    await server.subscribe(ina, 'pro')
    const statusOf = async () => (await server.stripe.paymentIntents.retrieve(intent)).status
    await expect.poll(statusOf).toBe('canceled')
    await expect
      .poll(() => history(ina))
      .toMatchObject([{ planName: 'Pro', months: [] }, { status: 'canceled' }])
  })

  test('keeps months that start after it ends', async () => {
    const vic = await addUser()
    await server.subscribe(vic, 'pro')
    await server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, vic)
    await server.standIn.webhooksSettled()
    await server.pay(await buy(vic, ['Jun']))
    await server.passTo(new Date(server.deps.now().getTime() + 3_600_000))
    expect(await refundedOf(vic)).toBe(0)
    const available = await server.call(api.payments.availableMonths, { body: { months: ['Jun'] } }, vic)
    expect(available.body.overlapped).toEqual(['Jun'])
  })

  test('refunds all of them when it’s resumed, even one that has begun, and its mail doesn’t say that the plan has ended', async () => {
    const ros = await addUser()
    await server.subscribe(ros, 'pro')
    const setCancelled = async (isCancelled: boolean) =>
      server.call(api.payments.cancelPlan, { body: { isCancelled } }, await server.signIn(ros))
    await setCancelled(true)
    await server.pay(await buy(ros, ['Feb', 'Jun']))
    await server.passTo(new Date('2027-02-05T12:00:00Z'))
    await setCancelled(false)
    await expect.poll(() => refundedOf(ros)).toBe(2 * 499)
    const mail = await server.outbox.waitFor(ros.email, { subject: 'single months' })
    expect(mail.subject).toBe('Your single months have ended and we’re refunding $9.98')
    expect(mail.text).toContain('single months you’d paid for (Pro: Feb 2027, Jun 2027). We’ve ended them.')
    expect(mail.text).not.toContain('new plan')
  })

  test('refunds months for two reasons twice, and each once', async () => {
    const wes = await addUser()
    await server.pay(await buy(wes, ['Mar', 'Apr']))
    const payment = (await history(wes))[0]!._id
    const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
    const refund = (why: 'ungranted' | 'covered') =>
      refundPart.handler(server.deps, { payment, amountCents: 499, why, tries: 0, refusals: 0, turn: 0 }, run)
    await Promise.all([refund('ungranted'), refund('covered')])
    await Promise.all([refund('ungranted'), refund('covered')])
    await server.standIn.webhooksSettled()
    expect(await refundedOf(wes)).toBe(998)
  })

  test('refunds what an earlier refund in the Stripe Dashboard left of them', async () => {
    const yan = await addUser()
    await server.pay(await buy(yan, ['Mar', 'Apr']))
    const { _id: payment, payment_id: payment_intent } = (await history(yan))[0]!
    await server.stripe.refunds.create({ payment_intent, amount: 421 })
    const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
    const refund = { payment, amountCents: 998, why: 'covered', tries: 0, refusals: 0, turn: 0 } as const
    await refundPart.handler(server.deps, refund, run)
    await refundPart.handler(server.deps, refund, run)
    await server.standIn.webhooksSettled()
    expect(await refundedOf(yan)).toBe(998)
  })

  test('frees months even if the bank returns their refund', async () => {
    const xia = await addUser()
    await server.pay(await buy(xia, ['Mar']), 'pm_card_refundFail')
    const { payment_id: payment_intent } = (await history(xia))[0]!
    server.setEventsLost(true)
    const events: Stripe.Event[] = []
    const stop = server.standIn.onEvent((event) => void events.push(event))
    await server.subscribe(xia, 'pro')
    for (const event of events.splice(0)) await handleEvent(server.deps, event)
    const refunds = async () => (await server.stripe.refunds.list({ payment_intent })).data
    await expect.poll(refunds).toHaveLength(1)
    // Later than the cover, as the event of a refund always is.
    server.setNow(new Date(+server.deps.now() + 2000))
    for (const event of events) await handleEvent(server.deps, event)
    stop()
    server.setEventsLost(false)
    expect(await refundedOf(xia)).toBe(499)
    await server.passTo(server.later(1.1))
    await expect.poll(() => refundedOf(xia)).toBe(0)
    const back = await server.signIn(xia)
    await server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, back)
    await server.standIn.webhooksSettled()
    const { body } = await server.call(api.payments.availableMonths, { body: { months: ['Mar'] } }, back)
    expect(body.overlapped).toEqual([])
  })

  test('refunds months again that came back when the bank returned their refund', async () => {
    const zoe = await addUser()
    await server.pay(await buy(zoe, ['Apr']), 'pm_card_refundFail')
    const { payment_id: payment_intent } = (await history(zoe))[0]!
    await server.stripe.refunds.create({ payment_intent })
    await server.standIn.webhooksSettled()
    await server.passTo(server.later(1.1))
    expect(await refundedOf(zoe)).toBe(0)
    await server.subscribe(zoe, 'pro')
    await expect.poll(() => refundedOf(zoe)).toBe(499)
  })
})

describe('a second subscription', () => {
  test('ends the older one and refunds its unused time', async () => {
    const eve = await addUser()
    await server.subscribe(eve, 'pro')
    await server.passTo(server.later(10))
    await server.subscribe(eve, 'premium')
    await server.outbox.waitFor(eve.email, { subject: 'earlier plan' })
    await server.standIn.webhooksSettled()
    expect(await planOf(eve)).toMatchObject({ subs_details: { planName: 'Premium', status: 'active' } })
    const [premium, pro] = await history(eve)
    expect(premium).toMatchObject({ planName: 'Premium', refundedCents: 0 })
    expect(pro!.refundedCents).toBeGreaterThan(300)
    const rows = await server.deps.db
      .selectFrom('subscriptions')
      .select('endedAt')
      .where('ownerId', '=', eve.id)
      .execute()
    expect(rows.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
  })

  test.each<['pro' | 'premium', number[], number]>([
    // The whole plan, paid for by an upgrade and the month before it.
    ['premium', [698, 499], 0],
    // The month. The rest was credited, and the new plan uses it first.
    ['pro', [0, 499], 698],
  ])(
    'within seconds after a change to %s refunds the value of that plan',
    async (plan, refunds, creditCents) => {
      const ivy = await addUser()
      await server.subscribe(ivy, plan === 'pro' ? 'premium' : 'pro')
      await server.changePlan(ivy, plan)
      await server.subscribe(ivy, 'premium')
      await server.outbox.waitFor(ivy.email, { subject: 'earlier plan' })
      await server.standIn.webhooksSettled()
      const [latest, ...older] = await history(ivy)
      expect(latest).toMatchObject({ planName: 'Premium', amount: 1197 - creditCents, creditCents })
      expect(older.map(({ refundedCents }) => refundedCents)).toEqual(refunds)
    },
  )

  test('refunds an older plan once, even if Stripe becomes unavailable halfway', async () => {
    const fay = await addUser()
    const { subscription } = await server.subscribe(fay, 'pro')
    const [paid] = await history(fay)
    const owed = {
      subscription: subscription as string,
      payment: paid!._id,
      amountCents: 300,
      refunds: [],
      credits: [],
    }
    const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
    const create = () => Promise.reject(new Error('Stripe is unavailable.'))
    const noRefunds = Object.create(server.stripe.refunds, { create: { value: create } })
    const client = () => Promise.resolve(Object.create(server.stripe, { refunds: { value: noRefunds } }))
    const away = { ...server.deps, payments: { ...server.deps.payments, client } }
    await expect(endPlan.handler(away, owed, run)).rejects.toThrow('unavailable')
    await server.standIn.webhooksSettled()
    expect(await planOf(fay)).toMatchObject({ subs_details: { status: 'cancelled' } })
    await endPlan.handler(server.deps, owed, run)
    await endPlan.handler(server.deps, { ...owed, amountCents: 299 }, run)
    await server.standIn.webhooksSettled()
    expect((await history(fay))[0]).toMatchObject({ refundedCents: 300 })
  })
})
