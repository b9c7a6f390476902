import { api, paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { addUnknownAtStripe } from '../../testing/at-stripe.ts'
import { closeCheckouts } from './close-checkouts.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
})

let userCount = 0
const addUser = () => server.addUser(`checkout${++userCount}@example.com`)
const open = async (person: Person, plan = server.plans.pro) =>
  server.call(api.payments.openCheckout, { body: { plan } }, person)
const customersOf = async ({ email }: Person) => {
  const all: Stripe.Customer[] = []
  for await (const customer of server.stripe.customers.list({ limit: 100 })) all.push(customer)
  return all.filter((customer) => customer.email === email)
}
const openSessions = async (person: Person) => {
  const [customer] = await customersOf(person)
  return (await server.stripe.checkout.sessions.list({ customer: customer!.id, status: 'open' })).data
}
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs

describe('the page to subscribe', () => {
  test('belongs to the user’s one customer, however many tabs ask at once', async () => {
    const ann = await addUser()
    const responses = await Promise.all(Array.from({ length: 8 }, () => open(ann)))
    const urls = responses.filter(({ status }) => status === 200).map(({ body }) => body.url)
    expect(new Set(urls).size).toBe(1)
    expect(responses.every(({ status }) => status === 200 || status === 503)).toBe(true)
    expect(await customersOf(ann)).toHaveLength(1)
    expect((await open(ann)).body.url).toBe(urls[0])
  })

  test('belongs to a customer whose email and name change with the user’s', async () => {
    const kim = await addUser()
    await open(kim)
    const [customer] = await customersOf(kim)
    const email = 'kim.new@example.com'
    await server.call(api.profile.changeEmail, { body: { email } }, kim)
    const mail = await server.outbox.waitFor(email, { subject: 'Confirm' })
    const link = new URL(linkIn(mail, 'http://docketbox.test/change-email'))
    const token = new URLSearchParams(link.hash.slice(1)).get('confirm')!
    expect((await server.call(api.profile.confirmEmail, { body: { token } }, kim)).status).toBe(200)
    const customerAtStripe = async () =>
      (await server.stripe.customers.retrieve(customer!.id)) as Stripe.Customer
    await expect.poll(async () => (await customerAtStripe()).email).toBe(email)
    await server.call(api.profile.update, { body: { lastName: 'O’Brien-Smith' } }, kim)
    await expect.poll(async () => (await customerAtStripe()).name).toMatch(/ O’Brien-Smith$/)
  })

  test('is the customer of payments by the month too', async () => {
    const bea = await addUser()
    const input = { body: { months: ['Sep' as const], plan: server.plans.pro } }
    const [intent] = await Promise.all([server.call(api.payments.createIntent, input, bea), open(bea)])
    const [customer, ...others] = await customersOf(bea)
    expect(others).toEqual([])
    const id = intent.body.clientSecret.split('_secret_')[0]!
    expect((await server.stripe.paymentIntents.retrieve(id)).customer).toBe(customer!.id)
  })

  test('for another plan closes the first one', async () => {
    const cem = await addUser()
    const pro = await open(cem)
    const premium = await open(cem, server.plans.premium)
    expect(await server.payOn(pro.body.url)).toBe(410)
    expect(await server.payOn(premium.body.url)).toBe(303)
    expect(await planStateOf(server.deps, cem.id)).toMatchObject({ subs_details: { planName: 'Premium' } })
  })

  test('isn’t opened while a subscription runs, and one open in another tab can’t be paid', async () => {
    const dov = await addUser()
    const { body } = await open(dov)
    await server.subscribe(dov, 'premium')
    await expect.poll(() => openSessions(dov)).toEqual([])
    expect(await server.payOn(body.url)).toBe(410)
    expect(await open(await server.signIn(dov))).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.alreadySubscribed.code },
    })
  })

  test('can’t be paid once its user is suspended', async () => {
    const eli = await addUser()
    const { body } = await open(eli)
    const input = { params: { userId: eli.id }, body: { isSuspended: true } }
    expect(await server.call(api.admin.setStatus, input, admin)).toMatchObject({ status: 200 })
    await expect.poll(() => openSessions(eli)).toEqual([])
    expect(await server.payOn(body.url)).toBe(410)
  })

  test('stays closed if the job that closes it runs again', async () => {
    const fia = await addUser()
    await open(fia)
    const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
    const done = { owner: fia.id, subscribed: 'sub_1' }
    await closeCheckouts.handler(server.deps, done, run)
    await closeCheckouts.handler(server.deps, done, run)
    expect(await openSessions(fia)).toEqual([])
    expect((await open(fia)).status).toBe(200)
  })

  test('ends a plan that’s still owed, even if the account doesn’t know another one or the customer', async () => {
    const lea = await addUser()
    const { subscription } = await server.subscribe(lea, 'pro', '4000000000000341')
    const owed = subscription as string
    await server.passTo(server.later(36))
    await addUnknownAtStripe(server, lea)
    const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
    await closeCheckouts.handler(server.deps, { owner: lea.id, subscribed: 'sub_1' }, run)
    expect((await server.stripe.subscriptions.retrieve(owed)).status).toBe('canceled')
  })

  test('paid by bank debit starts the plan days later, and isn’t paid twice, or for months as well', async () => {
    const ida = await addUser()
    expect(await server.payOn((await open(ida)).body.url, '000123456')).toBe(303)
    expect(await planStateOf(server.deps, ida.id)).toMatchObject({ subs_details: null })
    expect(await history(ida)).toMatchObject([{ status: 'open', amount: 499, planName: 'Pro' }])
    const refused = { status: 409, body: { code: paymentRefusals.debitUnderWay.code } }
    expect(await open(ida)).toMatchObject(refused)
    const body = { months: ['Dec' as const], plan: server.plans.pro }
    expect(await server.call(api.payments.createIntent, { body }, ida)).toMatchObject(refused)
    expect(await server.call(api.payments.payWithCredit, { body }, ida)).toMatchObject(refused)
    await server.passTo(server.later(3.1))
    expect(await history(ida)).toMatchObject([{ status: 'paid', amount: 499 }])
    expect(await planStateOf(server.deps, ida.id)).toMatchObject({ subs_details: { status: 'active' } })
  })

  test('paid by a bank debit that fails can be opened again, and charges nothing more', async () => {
    const jan = await addUser()
    await server.payOn((await open(jan)).body.url, '111111113')
    await server.passTo(server.later(3.1))
    expect(await history(jan)).toMatchObject([{ status: 'failed', amount: 499 }])
    const mail = await server.outbox.waitFor(jan.email, { subject: 'go through' })
    expect(mail.text).toContain('your plan hasn’t started')
    const [customer] = await customersOf(jan)
    const alive = async () => (await server.stripe.subscriptions.list({ customer: customer!.id })).data
    await expect.poll(alive).toEqual([])
    expect((await open(await server.signIn(jan))).status).toBe(200)
  })

  test('opens for a customer that was deleted at Stripe', async () => {
    const gil = await addUser()
    await server.deps.db
      .insertInto('providerCustomers')
      .values({ ownerId: gil.id, id: 'cus_of_another_account', seenAt: server.deps.now() })
      .execute()
    expect((await open(gil)).status).toBe(200)
    expect(await customersOf(gil)).toHaveLength(1)
  })

  test.each([
    ['the trial', () => server.plans.trial],
    ['an unknown plan', () => '01937000-0000-7000-8000-000000000999'],
  ])('isn’t opened for %s', async (_, plan) => {
    expect(await open(await addUser(), plan())).toMatchObject({ status: 404 })
  })

  test('paid after a failed renewal ends the plan that’s still owed, so that it isn’t charged as well', async () => {
    const hua = await addUser()
    const { subscription } = await server.subscribe(hua, 'pro', '4000000000000341')
    const statusOf = async () => (await server.stripe.subscriptions.retrieve(subscription as string)).status
    await server.passTo(server.later(36))
    expect(await statusOf()).toBe('past_due')
    const { body } = await open(await server.signIn(hua))
    expect(await server.payOn(body.url)).toBe(303)
    await expect.poll(statusOf).toBe('canceled')
    expect(await planStateOf(server.deps, hua.id)).toMatchObject({ subs_details: { status: 'active' } })
  })
})
