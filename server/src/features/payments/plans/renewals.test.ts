import { DAY_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

let userCount = 0
const addUser = () => server.addUser(`subscriber${++userCount}@example.com`)
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs
const cancel = async (person: Person, isCancelled: boolean) => {
  const response = await server.call(
    api.payments.cancelPlan,
    { body: { isCancelled } },
    await server.signIn(person),
  )
  await server.standIn.webhooksSettled()
  return response
}

describe('subscribing', () => {
  test('starts the plan of the user who paid, with receipt, history and portal', async () => {
    const ann = await addUser()
    expect((await server.subscribe(ann, 'pro')).status).toBe('complete')
    expect(await planOf(ann)).toMatchObject({
      subs_details: { planName: 'Pro', status: 'active' },
      subscription: { isRenewing: true },
      unlocked: ['scan', 'upload', 'category'],
      portal: 'http://docketbox.test/portal',
      change: { label: 'Upgrade to Premium', isDowngrade: false },
    })
    expect(await history(ann)).toMatchObject([{ status: 'paid', amount: 499, planName: 'Pro', months: [] }])
    expect((await server.outbox.waitFor(ann.email, { subject: 'receipt' })).attachments).toHaveLength(1)
    const portal = await server.call(api.payments.portal, {}, await server.signIn(ann))
    expect(await (await fetch(portal.body.url)).text()).toContain('Cancel subscription')
  })

  test('starts nothing after a decline', async () => {
    const ben = await addUser()
    expect((await server.subscribe(ben, 'pro', '4000000000000002')).status).toBe('open')
    expect(await planOf(ben)).toMatchObject({ subs_details: null, portal: null })
  })

  test('by an unknown user is handled without granting access', async () => {
    const unknown = { id: 'unknown-user', email: 'unknown@example.com', role: 'User', token: '' } as const
    expect((await server.subscribe(unknown, 'pro')).status).toBe('complete')
    expect(
      (await server.stripe.events.list({ limit: 100 })).data.every(
        ({ pending_webhooks: left }) => left === 0,
      ),
    ).toBe(true)
  })
})

describe('a subscription', () => {
  test('renews without a gap, with a receipt for each payment', async () => {
    const ida = await addUser()
    await server.subscribe(ida, 'pro')
    const first = (await planOf(ida)).subscription!
    expect(first).toMatchObject({ currentPeriodEnd: '2026-08-01T02:00:00.000Z', isRenewalDue: false })
    await server.passTo(new Date(+new Date(first.currentPeriodEnd) + 60_000))
    expect(await planOf(ida)).toMatchObject({
      subs_details: { status: 'active', currentPeriodEnd: '2026-08-15T02:00:00.000Z' },
      subscription: { isRenewalDue: true, isRenewalPending: true },
    })
    await server.passTo(server.later(2))
    expect(await history(ida)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    expect(await planOf(ida)).toMatchObject({
      subs_details: { status: 'active', currentPeriodEnd: '2026-09-01T02:00:00.000Z' },
      subscription: { isRenewalDue: false, isRenewalPending: false },
    })
    await server.outbox.waitFor(ida.email, { subject: 'receipt', past: 1 })
  })

  test('with a declined card is emailed, keeps three days of access, lapses, and resumes once paid', async () => {
    const jon = await addUser()
    await server.subscribe(jon, 'pro', '4000000000000341')
    const paidUntil = new Date((await planOf(jon)).subscription!.currentPeriodEnd)
    await server.passTo(server.later(31.2))
    expect((await server.outbox.waitFor(jon.email, { subject: 'renew your' })).text).toContain('$4.99')
    expect(await planOf(jon)).toMatchObject({
      subs_details: {
        status: 'active',
        currentPeriodEnd: new Date(+paidUntil + 3 * DAY_MS).toISOString(),
      },
      subscription: { isRenewalDue: true, isRenewalPending: false },
    })
    expect((await history(jon))[0]).toMatchObject({ status: 'failed' })
    await server.passTo(server.later(3.5))
    expect(await planOf(jon)).toMatchObject({
      subs_details: { status: 'expired' },
      hasEndedUnpaid: false,
      unpaidRenewal: { planName: 'Pro' },
      unlocked: ['category'],
    })

    const { providerCustomerId } = await server.deps.db
      .selectFrom('subscriptions')
      .select('providerCustomerId')
      .where('ownerId', '=', jon.id)
      .executeTakeFirstOrThrow()
    const [open] = (await server.stripe.invoices.list({ customer: providerCustomerId!, status: 'open' })).data
    await server.stripe.invoices.pay(open!.id!, { payment_method: 'pm_card_visa' })
    await server.standIn.webhooksSettled()
    expect(await planOf(jon)).toMatchObject({ subs_details: { status: 'active' } })
    expect((await history(jon))[0]).toMatchObject({ status: 'paid' })
  })

  test('that waits for the bank leads there by mail, and renews once it’s confirmed there', async () => {
    const mae = await addUser()
    const { customer, subscription } = await server.subscribe(mae, 'pro')
    const { id } = await server.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer as string,
    })
    await server.stripe.subscriptions.update(subscription as string, { default_payment_method: id })
    await server.passTo(server.later(31.2))
    const mail = await server.outbox.waitFor(mae.email, { subject: 'confirm your' })
    expect((await history(mae))[0]).toMatchObject({ status: 'open', amount: 499 })
    const invoice = await (await fetch(/http:\/\/\S+\/invoice\/\w+/.exec(mail.text)![0])).text()
    const [, path] = /href="(\/3ds\/[^"]+)"/.exec(invoice)!
    const bank = new URL(path!, server.standIn.url)
    const body = new URLSearchParams({ ...Object.fromEntries(bank.searchParams), outcome: 'approve' })
    await fetch(bank.origin + bank.pathname, { method: 'POST', body })
    await server.standIn.webhooksSettled()
    expect((await history(mae)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect(await planOf(mae)).toMatchObject({ subscription: { isRenewalDue: false } })
  })

  test('that is cancelled runs until the paid period ends', async () => {
    const kim = await addUser()
    await server.subscribe(kim, 'pro')
    expect(await cancel(kim, true)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('Your plan ends on') },
    })
    expect(await planOf(kim)).toMatchObject({
      subs_details: { status: 'active' },
      subscription: { isRenewing: false },
    })
    await server.passTo(server.later(32))
    expect(await planOf(kim)).toMatchObject({
      subs_details: { status: 'expired' },
      hasEndedUnpaid: false,
      unlocked: ['category'],
    })
    expect(await history(kim)).toHaveLength(1)
  })

  test('that is cancelled after a failed renewal ends immediately and isn’t charged', async () => {
    const liv = await addUser()
    const { customer } = await server.subscribe(liv, 'pro', '4000000000000341')
    await server.passTo(server.later(32))
    expect(await cancel(liv, true)).toMatchObject({
      body: { message: 'Your plan has ended. You won’t be charged again.' },
    })
    expect(await planOf(liv)).toMatchObject({ subs_details: { status: 'expired' }, hasEndedUnpaid: false })
    const good = await server.stripe.paymentMethods.attach('pm_card_visa', { customer: customer as string })
    const invoice_settings = { default_payment_method: good.id }
    await server.stripe.customers.update(customer as string, { invoice_settings })
    await server.passTo(server.later(20))
    expect((await history(liv)).filter(({ status }) => status === 'paid')).toHaveLength(1)
  })

  test('continues when it is resumed', async () => {
    const lea = await addUser()
    await server.subscribe(lea, 'pro')
    await cancel(lea, true)
    await cancel(lea, false)
    expect(await planOf(lea)).toMatchObject({ subscription: { isRenewing: true } })
  })

  test('leaves no months to buy', async () => {
    const mia = await addUser()
    await server.subscribe(mia, 'pro')
    const body = { months: ['Dec' as const], plan: server.plans.pro }
    expect(await server.call(api.payments.createIntent, { body }, mia)).toMatchObject({ status: 409 })
  })
})

test('a plan that an administrator creates can be bought a moment later', async () => {
  const admin = await server.addUser('seller@example.com', { role: 'Admin' })
  const body = {
    plan: 'Half-year',
    price: 20,
    isActive: true,
    description: 'Six months',
    feature: ['All'],
    months: 6,
  }
  await server.call(api.subscriptions.subscribe, { body }, admin)
  const cards = async () => (await server.call(api.subscriptions.list, {}, admin)).body.docs
  await expect
    .poll(async () => (await cards()).find(({ name }) => name === 'Half-year')?.link)
    .toMatch(/\/checkout\?plan=/)
})
