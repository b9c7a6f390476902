import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { payOutCredit } from './credit-refunds/pay-out.ts'
import { handleEvent } from '../webhook/handle-event.ts'
import { handleMissedEvents } from '../webhook/missed-events/reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

let userCount = 0
const addUser = () => server.addUser(`subscriber${++userCount}@example.com`)
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs

describe('credit', () => {
  let admin: Person
  beforeAll(async () => {
    admin = await server.addUser('credit-desk@example.com', { role: 'Admin' })
  })
  const creditOf = async ({ id: userId }: Person) =>
    (await server.call(api.payments.customerCredit, { params: { userId } }, await server.signIn(admin))).body
  const payBack = async ({ id: userId }: Person, amountCents: number, creditCents = amountCents) => {
    const body = { amountCents, creditCents, reason: 'asked' }
    return server.call(api.payments.refundCredit, { params: { userId }, body }, await server.signIn(admin))
  }
  const settled = { refundingCents: 0 }
  const refundsOf = async (person: Person) => {
    await server.standIn.webhooksSettled()
    return (await history(person)).map(({ refundedCents }) => refundedCents)
  }
  const subscribed = async (plans: ['pro' | 'premium', ...('pro' | 'premium')[]], card?: string) => {
    const person = await addUser()
    const [first, ...others] = plans
    const { customer } = await server.subscribe(person, first, card)
    for (const plan of others) await server.changePlan(person, plan)
    return { person, customer: customer as string }
  }
  const auditOf = ({ id }: Person) =>
    server.deps.db.selectFrom('auditLog').select('details').where('subjectId', '=', id).execute()

  test('from a plan change is refunded once, and the plan continues until the rest is refunded', async () => {
    const { person: pia } = await subscribed(['premium', 'pro'])
    expect(await creditOf(pia)).toEqual({ creditCents: 698, refundableCents: 698, refundingCents: 0 })
    const presses = await Promise.all([1, 2, 3, 4].map(() => payBack(pia, 698)))
    expect(presses.map(({ status }) => status)).toContain(200)
    await expect.poll(() => creditOf(pia)).toEqual({ creditCents: 0, refundableCents: 0, ...settled })
    expect(await auditOf(pia)).toEqual([{ details: { amountCents: 698, reason: 'asked' } }])
    expect(await payBack(pia, 698)).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.creditRefundOutdated.code },
    })
    await server.outbox.waitFor(pia.email, { subject: '$6.98 refund' })
    expect(await refundsOf(pia)).toEqual([0, 698])
    const premium = (await history(pia))[1]!
    // The plan change has the only adjustment note.
    expect(premium.adjustmentNotes).toEqual([])
    expect(await planOf(pia)).toMatchObject({ subs_details: { planName: 'Pro', status: 'active' } })
    const params = { id: premium._id }
    expect((await server.call(api.payments.refundLimits, { params }, admin)).body).toMatchObject({
      wholeCents: 499,
      partCents: 0,
      creditedCents: 499,
      takenBackCents: 0,
      requestedCents: 0,
    })
    await server.call(api.payments.refund, { params, body: { reason: 'asked' } }, admin)
    expect(await refundsOf(pia)).toEqual([0, 1197])
    expect(await planOf(pia)).toMatchObject({ subs_details: { status: 'cancelled' } })
  })

  test('from several payments is refunded to the oldest first', async () => {
    const { person: quin } = await subscribed(['pro', 'premium', 'pro'])
    await payBack(quin, 698)
    await expect.poll(() => creditOf(quin)).toMatchObject({ creditCents: 0, ...settled })
    expect(await refundsOf(quin)).toEqual([0, 199, 499])
    expect(await planOf(quin)).toMatchObject({ subs_details: { planName: 'Pro', status: 'active' } })
    const params = { id: (await history(quin))[1]!._id }
    await server.call(api.payments.refund, { params, body: { reason: 'asked' } }, admin)
    expect(await refundsOf(quin)).toEqual([0, 698, 499])
    expect(await planOf(quin)).toMatchObject({ subs_details: { status: 'cancelled' } })
  })

  test('that was a gift can’t be refunded', async () => {
    const { person: rae, customer } = await subscribed(['premium', 'pro'])
    const gift = { amount: -500, currency: 'aud' }
    await server.stripe.customers.createBalanceTransaction(customer, gift)
    expect(await creditOf(rae)).toMatchObject({ creditCents: 1198, refundableCents: 698 })
    expect(await payBack(rae, 699, 1198)).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.creditNotRefundable.code },
    })
  })

  test('is refunded once even if Stripe’s responses are lost', async () => {
    const { person: sam, customer } = await subscribed(['premium', 'pro'])
    server.standIn.loseAnswers(({ method, path }) => method === 'POST' && path === '/v1/refunds')
    await payBack(sam, 698)
    const refund = async () =>
      server.deps.db.selectFrom('creditRefunds').selectAll().where('ownerId', '=', sam.id).executeTakeFirst()
    const payment_intent = (await history(sam))[1]!.payment_id
    const made = async () => (await server.stripe.refunds.list({ payment_intent })).data.length
    await expect.poll(made).toBe(1)
    server.standIn.loseAnswers(() => false)
    const run = { id: '1', attempt: 2, isLast: false, signal: new AbortController().signal }
    await payOutCredit.handler(server.deps, { refund: (await refund())!.id }, run)
    expect(await refund()).toMatchObject({ state: 'done' })
    expect(await made()).toBe(1)
    const { data } = await server.stripe.customers.listBalanceTransactions(customer)
    expect(data.map(({ amount }) => amount)).toEqual([698, -698])
  })

  test('comes back to the customer if the bank returns its refund', async () => {
    const { person: tom } = await subscribed(['premium', 'pro'], '4000000000005126')
    await payBack(tom, 698)
    await expect.poll(() => creditOf(tom)).toMatchObject({ creditCents: 0, ...settled })
    await server.passTo(server.later(1.1))
    await expect.poll(() => creditOf(tom)).toMatchObject({ creditCents: 698, refundableCents: 698 })
    expect(await refundsOf(tom)).toEqual([0, 0])
    expect(await planOf(tom)).toMatchObject({ subs_details: { status: 'active' } })
  })

  test('that the bank returns is theirs again, even if we hear of that before the refund itself', async () => {
    const { person: uma } = await subscribed(['premium', 'pro'], '4000000000005126')
    server.setEventsLost(true)
    await payBack(uma, 698)
    const payment_intent = (await history(uma))[1]!.payment_id
    const refunds = async () => (await server.stripe.refunds.list({ payment_intent })).data
    await expect.poll(refunds).toHaveLength(1)
    await server.passTo(server.later(1.1))
    server.setEventsLost(false)
    const { data } = await server.stripe.events.list({ types: ['refund.failed', 'refund.created'], limit: 2 })
    expect(data.map(({ type }) => type)).toEqual(['refund.failed', 'refund.created'])
    for (const event of data) await handleEvent(server.deps, event)
    await handleMissedEvents(server.deps)
    await expect.poll(() => creditOf(uma)).toMatchObject({ creditCents: 698, refundableCents: 698 })
    const { alerts } = (await server.call(api.payments.alerts, {}, await server.signIn(admin))).body
    expect(alerts[0]!.message).toMatch(
      /our refund \(\$6\.98 of \$11\.97\) didn’t arrive \(.*\)\. It’s been added back/,
    )
  })
})

describe('a refunded subscription', () => {
  test('ends immediately after a full refund, but not after a partial one', async () => {
    const admin = await server.addUser('refunder@example.com', { role: 'Admin' })
    const ned = await addUser()
    await server.subscribe(ned, 'pro')
    const [payment] = await history(ned)
    const refund = (amounts: { amountCents?: number; refundableCents?: number } = {}) =>
      server.call(
        api.payments.refund,
        { params: { id: payment!._id }, body: { reason: 'asked', ...amounts } },
        admin,
      )
    // A double click is one refund, and one entry in the audit log.
    const seen = { amountCents: 100, refundableCents: 499 }
    const pressed = await Promise.all([refund(seen), refund(seen), refund(seen), refund(seen)])
    expect(pressed.map(({ status }) => status)).toContain(200)
    await server.standIn.webhooksSettled()
    expect(await refund(seen)).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.refundOutdated.code },
    })
    const find = (text: string) => server.call(api.payments.list, { query: { find: text } }, admin)
    expect((await find(ned.email.toUpperCase())).body.docs).toMatchObject([
      { buyerEmail: ned.email, refundedCents: 100, refundableCents: 399 },
    ])
    expect((await find(payment!.payment_id)).body.docs).toMatchObject([{ _id: payment!._id }])
    expect((await find('pi_unknown')).body.docs).toEqual([])
    const mail = await server.outbox.waitFor(ned.email, { subject: '$1.00 refund' })
    expect(mail.text).toContain('we’ve refunded $1.00')
    expect(await planOf(ned)).toMatchObject({ subs_details: { status: 'active' } })
    expect(await refund()).toMatchObject({ status: 200 })
    await server.standIn.webhooksSettled()
    const [refunded] = await history(ned)
    expect(refunded).toMatchObject({ status: 'paid', refundedCents: 499 })
    expect(refunded!.adjustmentNotes.map(({ amountCents }) => amountCents)).toEqual([100, 399])
    const numbers = refunded!.adjustmentNotes.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(2)
    expect(mail.attachments).toMatchObject([{ name: `adjustment-note-${numbers[0]}.pdf` }])
    expect(await planOf(ned)).toMatchObject({
      subs_details: { status: 'cancelled' },
      unlocked: ['category'],
    })
    expect(await refund()).toMatchObject({ status: 409, body: { code: paymentRefusals.notRefundable.code } })
    expect((await server.outbox.waitFor(ned.email, { subject: '$3.99 refund' })).text).toContain(
      'access you paid for has ended',
    )
    const noted = await server.deps.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'details'])
      .where('subjectId', '=', payment!._id)
      .where('action', '=', 'payments.refund')
      .orderBy('id')
      .execute()
    expect(noted.map(({ action, actorId }) => [action, actorId])).toEqual(
      Array.from({ length: 2 }, () => ['payments.refund', admin.id]),
    )
    expect(noted[1]!.details).toEqual({ amountCents: 399, reason: 'asked' })
  })

  test('that’s still pending shows its owner', async () => {
    const admin = await server.addUser('pending@example.com', { role: 'Admin' })
    const ola = await addUser()
    const input = { body: { months: ['Sep' as const], plan: server.plans.pro } }
    await server.call(api.payments.createIntent, input, ola)
    const { docs } = (await server.call(api.payments.list, { query: { find: ola.email } }, admin)).body
    expect(docs).toMatchObject([
      { status: 'open', buyerEmail: ola.email, buyerName: expect.stringMatching(/\S \S/) as string },
    ])
  })

  test('doesn’t renew after a full refund', async () => {
    const nia = await addUser()
    const { subscription } = await server.subscribe(nia, 'pro')
    const [payment] = await history(nia)
    await server.stripe.refunds.create({ payment_intent: payment!.payment_id })
    await server.standIn.webhooksSettled()
    const plan = async () => (await server.stripe.subscriptions.retrieve(subscription as string)).status
    await expect.poll(plan).toBe('canceled')
    await server.passTo(server.later(40))
    expect(await history(nia)).toHaveLength(1)
  })

  test('refunded in Stripe’s Dashboard shows here and can’t be refunded again', async () => {
    const admin = await server.addUser('late@example.com', { role: 'Admin' })
    const oda = await addUser()
    await server.subscribe(oda, 'pro')
    const [payment] = await history(oda)
    server.setEventsLost(true)
    await server.stripe.refunds.create({ payment_intent: payment!.payment_id })
    const again = await server.call(
      api.payments.refund,
      { params: { id: payment!._id }, body: { reason: 'asked' } },
      admin,
    )
    expect(again).toMatchObject({ status: 409, body: { code: paymentRefusals.notRefundable.code } })
    server.setEventsLost(false)
    await handleMissedEvents(server.deps)
    expect((await history(oda))[0]).toMatchObject({ status: 'paid', refundedCents: 499 })
    expect(await planOf(oda)).toMatchObject({ unlocked: ['category'] })
  })
})
