import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { addUnknownAtStripe } from '../../testing/at-stripe.ts'
import { cancelRenewals } from './cancel-renewals.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
})

let userCount = 0
const addUser = () => server.addUser(`locked${++userCount}@example.com`)
const setSuspended = async (person: Person, isSuspended: boolean) =>
  server.call(
    api.admin.setStatus,
    { params: { userId: person.id }, body: { isSuspended } },
    await server.signIn(admin),
  )
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const isEnding = async (id: unknown) =>
  (await server.stripe.subscriptions.retrieve(id as string)).cancel_at !== null
const run = { id: '1', attempt: 2, isLast: false, signal: new AbortController().signal }
const cancel = ({ id: owner }: Person) => cancelRenewals.handler(server.deps, { owner }, run)
const paymentsOf = async ({ id }: Person) =>
  (await server.deps.db.selectFrom('payments').select('status').where('ownerId', '=', id).execute()).length

describe('a suspended user', () => {
  test('isn’t charged again, learns so by email, and can resume the plan once they’re back', async () => {
    const ann = await addUser()
    const { subscription } = await server.subscribe(ann, 'pro')
    expect(await setSuspended(ann, true)).toMatchObject({ status: 200 })
    await expect.poll(() => isEnding(subscription)).toBe(true)
    const mail = await server.outbox.waitFor(ann.email, { subject: 'is suspended' })
    expect(mail.text).toContain('won’t renew')

    await server.standIn.webhooksSettled()
    await setSuspended(ann, false)
    const welcome = await server.outbox.waitFor(ann.email, { subject: 'no longer suspended' })
    expect(welcome.text).toContain('Your plan ends on 1 Aug 2026')
    expect(await planOf(ann)).toMatchObject({ subscription: { isRenewing: false } })
    const resumed = await server.call(
      api.payments.cancelPlan,
      { body: { isCancelled: false } },
      await server.signIn(ann),
    )
    expect(resumed).toMatchObject({ status: 200, body: { message: 'Your plan will renew as usual.' } })
    expect(await planOf(ann)).toMatchObject({ subscription: { isRenewing: true } })
  })

  test('isn’t charged again, even if the account at Stripe doesn’t know another plan or the customer', async () => {
    const zoe = await addUser()
    const { subscription } = await server.subscribe(zoe, 'pro')
    await addUnknownAtStripe(server, zoe)
    await setSuspended(zoe, true)
    await cancel(zoe)
    expect(await isEnding(subscription)).toBe(true)
  })

  test('can’t pay with a card form that was open already', async () => {
    const amy = await addUser()
    const input = { body: { months: ['Sep' as const], plan: server.plans.pro } }
    const { body } = await server.call(api.payments.createIntent, input, amy)
    await setSuspended(amy, true)
    const statusOf = async () =>
      (await server.stripe.paymentIntents.retrieve(body.clientSecret.split('_secret_')[0]!)).status
    await expect.poll(statusOf).toBe('canceled')
    expect((await server.pay(body.clientSecret)).status).toBe('canceled')
  })

  test('isn’t charged again even if Stripe was unavailable at first', async () => {
    const ben = await addUser()
    const { subscription } = await server.subscribe(ben, 'pro')
    server.standIn.setReachable(false)
    await setSuspended(ben, true)
    await expect(cancel(ben)).rejects.toThrow('connection to Stripe')
    server.standIn.setReachable(true)
    await cancel(ben)
    await cancel(ben)
    expect(await isEnding(subscription)).toBe(true)
    await server.passTo(server.later(40))
    expect(await paymentsOf(ben)).toBe(1)
  })

  test('who subscribes or resumes on a page that was open already isn’t renewed either', async () => {
    const cho = await addUser()
    await setSuspended(cho, true)
    const { subscription } = await server.subscribe(cho, 'pro')
    await expect.poll(() => isEnding(subscription)).toBe(true)
    await server.stripe.subscriptions.update(subscription as string, { cancel_at_period_end: false })
    await server.standIn.webhooksSettled()
    await expect.poll(() => isEnding(subscription)).toBe(true)
  })

  test('with a failed renewal isn’t charged for it again', async () => {
    const dee = await addUser()
    const { subscription } = await server.subscribe(dee, 'pro', '4000000000000341')
    await server.passTo(server.later(32))
    const statusOf = async () => (await server.stripe.subscriptions.retrieve(subscription as string)).status
    expect(await statusOf()).toBe('past_due')
    await setSuspended(dee, true)
    await expect.poll(statusOf).toBe('canceled')
    const bills = async (status: 'open' | 'paid') =>
      (await server.stripe.invoices.list({ subscription: subscription as string, status })).data.length
    await expect.poll(() => bills('open')).toBe(0)
    await server.passTo(server.later(20))
    expect(await bills('paid')).toBe(1)
  })

  describe('with a plan change that waits for the bank', () => {
    const subscribed = async (person: Person) => {
      const { customer, subscription } = await server.subscribe(person, 'pro')
      const card = { customer: customer as string }
      const { id } = await server.stripe.paymentMethods.attach('pm_card_authenticationRequired', card)
      await server.stripe.subscriptions.update(subscription as string, { default_payment_method: id })
      return subscription as string
    }
    const beginChange = async (person: Person) => {
      const plan = server.plans.premium
      const signedIn = await server.signIn(person)
      const { body: price } = await server.call(api.payments.previewChange, { body: { plan } }, signedIn)
      const { prorationDate, dueNowCents } = price
      const body = { plan, prorationDate, dueNowCents }
      return (await server.call(api.payments.changePlan, { body }, signedIn)).body.clientSecret!
    }
    const approve = async (clientSecret: string) => {
      await fetch(`${server.standIn.url}/3ds/${clientSecret.split('_secret_')[0]}`, {
        method: 'POST',
        body: new URLSearchParams({ client_secret: clientSecret, outcome: 'approve' }),
      })
      await server.standIn.webhooksSettled()
    }
    const hasPending = async (id: string) =>
      (await server.stripe.subscriptions.retrieve(id)).pending_update !== null

    test('isn’t charged when they confirm it in a tab that was open', async () => {
      const gil = await addUser()
      const subscription = await subscribed(gil)
      const clientSecret = await beginChange(gil)
      expect(await hasPending(subscription)).toBe(true)
      await setSuspended(gil, true)
      await expect.poll(() => isEnding(subscription)).toBe(true)
      expect(await hasPending(subscription)).toBe(false)
      await approve(clientSecret)
      expect(await planOf(gil)).toMatchObject({ subs_details: { planName: 'Pro' } })
      const paid = await server.stripe.invoices.list({ subscription, status: 'paid' })
      expect(paid.data.map(({ amount_paid }) => amount_paid)).toEqual([499])
    })

    test('that reached Stripe after the suspension isn’t charged either', async () => {
      const hal = await addUser()
      const subscription = await subscribed(hal)
      await setSuspended(hal, true)
      await expect.poll(() => isEnding(subscription)).toBe(true)
      await server.standIn.webhooksSettled()
      const { items } = await server.stripe.subscriptions.retrieve(subscription)
      const { providerPriceId } = await server.deps.db
        .selectFrom('plans')
        .select('providerPriceId')
        .where('id', '=', server.plans.premium)
        .executeTakeFirstOrThrow()
      await server.stripe.subscriptions.update(subscription, {
        items: [{ id: items.data[0]!.id, price: providerPriceId! }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        cancel_at_period_end: false,
      })
      await expect.poll(() => hasPending(subscription)).toBe(false)
      expect(await isEnding(subscription)).toBe(true)
    })
  })
})

test('a plan cancelled in the portal doesn’t renew, and can be resumed', async () => {
  const fay = await addUser()
  const { subscription } = await server.subscribe(fay, 'pro')
  const { body } = await server.call(api.payments.portal, {}, await server.signIn(fay))
  await fetch(`${body.url}/${subscription as string}`, {
    method: 'POST',
    body: new URLSearchParams({ do: 'cancel' }),
  })
  await server.standIn.webhooksSettled()
  expect(await planOf(fay)).toMatchObject({ subscription: { isRenewing: false } })
  const keep = { body: { isCancelled: false } }
  expect(await server.call(api.payments.cancelPlan, keep, await server.signIn(fay))).toMatchObject({
    status: 200,
  })
  expect(await isEnding(subscription)).toBe(false)
  expect(await planOf(fay)).toMatchObject({ subscription: { isRenewing: true } })
})

test('a plan that has just ended at Stripe can’t be resumed', async () => {
  const meg = await addUser()
  const { subscription } = await server.subscribe(meg, 'pro')
  server.setEventsLost(true)
  await server.stripe.subscriptions.cancel(subscription as string)
  server.setEventsLost(false)
  const resume = { body: { isCancelled: false } }
  expect(await server.call(api.payments.cancelPlan, resume, await server.signIn(meg))).toMatchObject({
    body: { message: 'Your plan has ended. You won’t be charged again.' },
  })
  expect(await planOf(meg)).toMatchObject({ subscription: null })
})
