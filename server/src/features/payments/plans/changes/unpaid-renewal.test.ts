import { DAY_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe, untilEndedAtStripe } from '../../testing/at-stripe.ts'

const MINUTE_MS = 60_000
const FAILING_CARD = '4000000000000341'
const renewalUnpaid = { status: 409, body: { code: 'payments.renewalUnpaid' } }

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

let userCount = 0
const addUser = () => server.addUser(`renewer${++userCount}@example.com`)
const pass = (ms: number) => server.passTo(new Date(+server.deps.now() + ms))
const preview = async (person: Person, plan: 'pro' | 'premium') =>
  server.call(api.payments.previewChange, { body: { plan: server.plans[plan] } }, await server.signIn(person))
const change = async (person: Person, plan: 'pro' | 'premium', dueNowCents = 0) => {
  const prorationDate = Math.floor(+server.deps.now() / 1000)
  const body = { plan: server.plans[plan], prorationDate, dueNowCents }
  const response = await server.call(api.payments.changePlan, { body }, await server.signIn(person))
  await server.standIn.webhooksSettled()
  return response
}

async function subscribe(plan: 'pro' | 'premium', card?: string) {
  const person = await addUser()
  const ids = await server.subscribe(person, plan, card)
  const [customer, subscription] = [ids.customer as string, ids.subscription as string]
  const [item] = (await server.stripe.subscriptions.retrieve(subscription)).items.data
  return { person, customer, subscription, periodEnd: new Date(item!.current_period_end * 1000) }
}

/** A subscriber who pays by bank debit from the first renewal on. */
async function subscribeByDebit(account_number: string) {
  const subscribed = await subscribe('premium')
  const { id } = await server.stripe.paymentMethods.create({
    type: 'au_becs_debit',
    au_becs_debit: { bsb_number: '000000', account_number },
    billing_details: { name: 'Ann Lee', email: 'ann@example.com' },
  })
  await server.stripe.paymentMethods.attach(id, { customer: subscribed.customer })
  await server.stripe.subscriptions.update(subscribed.subscription, { default_payment_method: id })
  return subscribed
}

describe('while the renewal isn’t paid, the plan can’t be changed', () => {
  test('from the hour before the card is charged, even once it’s declined, so that leaves no credit', async () => {
    const { person: ann, customer, subscription, periodEnd } = await subscribe('premium', FAILING_CARD)
    const before = await preview(ann, 'pro')
    expect(before.status).toBe(200)
    await server.passTo(new Date(+periodEnd + 10 * MINUTE_MS))
    expect(await preview(ann, 'pro')).toMatchObject(renewalUnpaid)
    expect(await change(ann, 'pro')).toMatchObject(renewalUnpaid)
    await pass(60 * MINUTE_MS)
    expect((await server.stripe.subscriptions.retrieve(subscription)).status).toBe('past_due')
    expect(await preview(ann, 'pro')).toMatchObject(renewalUnpaid)
    expect(await change(ann, 'pro')).toMatchObject(renewalUnpaid)
    const cancelling = { body: { isCancelled: true } }
    await server.call(api.payments.cancelPlan, cancelling, await server.signIn(ann))
    await untilEndedAtStripe(server, subscription)
    const open = async () => (await server.stripe.invoices.list({ subscription, status: 'open' })).data
    await expect.poll(open).toEqual([])
    expect(await creditAtStripe(server, customer)).toBe(0)
  })

  test('until a bank debit is through', async () => {
    const { person: bob, customer, periodEnd } = await subscribeByDebit('000123456')
    await server.passTo(new Date(+periodEnd + 65 * MINUTE_MS))
    expect(await preview(bob, 'pro')).toMatchObject(renewalUnpaid)
    await pass(3 * DAY_MS)
    expect((await preview(bob, 'pro')).body).toMatchObject({ dueNowCents: 0 })
    await server.changePlan(bob, 'pro')
    expect(await creditAtStripe(server, customer)).toBeGreaterThan(600)
  })

  test('even if a bank debit then bounces, which leaves no credit', async () => {
    const { person: cho, customer, periodEnd } = await subscribeByDebit('111111113')
    await server.passTo(new Date(+periodEnd + 65 * MINUTE_MS))
    expect(await preview(cho, 'pro')).toMatchObject(renewalUnpaid)
    expect(await change(cho, 'pro')).toMatchObject(renewalUnpaid)
    await pass(20 * DAY_MS)
    expect(await creditAtStripe(server, customer)).toBe(0)
  })

  test('to a dearer plan either', async () => {
    const { person: dee, periodEnd } = await subscribe('pro')
    await server.passTo(new Date(+periodEnd + 10 * MINUTE_MS))
    expect(await preview(dee, 'premium')).toMatchObject(renewalUnpaid)
    await pass(60 * MINUTE_MS)
    expect(await preview(dee, 'premium')).toMatchObject({ status: 200 })
  })
})

test('a first payment by bank debit starts the plan, and lets it be changed, only once it’s through', async () => {
  const eli = await addUser()
  await server.subscribe(eli, 'premium', '000123456')
  expect(await preview(eli, 'pro')).toMatchObject({
    status: 409,
    body: { code: 'payments.noSubscription' },
  })
  await pass(3.1 * DAY_MS)
  expect((await preview(eli, 'pro')).body).toMatchObject({ dueNowCents: 0 })
})
