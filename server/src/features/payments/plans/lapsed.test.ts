import { api, monthNames, paths } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { nextMonths } from '../months/calendar.ts'
import { handleMissedEvents } from '../webhook/missed-events/reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

let userCount = 0
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const paidBy = async ({ id }: Person) =>
  (await server.deps.db.selectFrom('payments').select('status').where('ownerId', '=', id).execute()).filter(
    ({ status }) => status === 'paid',
  ).length
/** A user whose renewal is declined, after the days of grace. */
const lapse = async (areEventsLost = false) => {
  const person = await server.addUser(`lapsed${++userCount}@example.com`)
  const { customer, subscription } = await server.subscribe(person, 'pro', '4000000000000341')
  server.setEventsLost(areEventsLost)
  await server.passTo(server.later(31.2))
  await server.passTo(server.later(3.5))
  return { person, customer: customer as string, subscription: subscription as string }
}
const failuresMailedTo = ({ email }: Person) =>
  server.outbox.sent.filter(({ to, subject }) => to === email && subject.includes('renew your'))
/** The days of the next attempts. */
const promisedTo = (person: Person) =>
  failuresMailedTo(person).map(({ text }) => /again on (.*?)\./.exec(text)?.[1])
const addGoodCard = async ({ customer, subscription }: { customer: string; subscription: string }) => {
  const { id } = await server.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await server.stripe.subscriptions.update(subscription, { default_payment_method: id })
}

test('a plan that ends after the last attempt is mailed with a link to pay, and promises no other', async () => {
  const { person: dan } = await lapse()
  await server.passTo(server.later(5))
  await server.passTo(server.later(8))
  expect(await planOf(dan)).toMatchObject({ unpaidRenewal: null, hasEndedUnpaid: true })
  const ended = await server.outbox.waitFor(dan.email, { subject: 'has ended' })
  expect(ended.text).toContain(`http://docketbox.test/checkout?plan=${server.plans.pro}`)
  await server.outbox.waitFor(dan.email, { subject: 'renew your', past: 2 })
  expect(promisedTo(dan)).toEqual(['4 Aug 2026', '9 Aug 2026', '16 Aug 2026'])
  // The plan is closed from the second attempt on, and can be paid for at once.
  const [portal, manage] = [paths.portal, paths.manageSubscription].map(
    (path) => `http://docketbox.test${path}`,
  )
  expect(failuresMailedTo(dan).map((mail) => linkIn(mail))).toEqual([portal, manage, manage])
})

test('a failed attempt that we hear of late promises only what Stripe still plans', async () => {
  const { person: gus } = await lapse(true)
  await handleMissedEvents(server.deps)
  await server.passTo(server.later(5))
  await server.passTo(server.later(8))
  await handleMissedEvents(server.deps)
  server.setEventsLost(false)
  await server.outbox.waitFor(gus.email, { subject: 'has ended' })
  expect(promisedTo(gus)).toHaveLength(1)
})

test('no month can be bought while a renewal is due', async () => {
  const eve = await server.addUser(`lapsed${++userCount}@example.com`)
  await server.subscribe(eve, 'pro', '4000000000000341')
  await server.passTo(server.later(31.2))
  expect(await planOf(eve)).toMatchObject({ subscription: { isRenewalDue: true } })
  const signedIn = await server.signIn(eve)
  const body = { months: [...monthNames], plan: server.plans.pro }
  expect(await server.call(api.payments.createIntent, { body }, signedIn)).toMatchObject({ status: 409 })
  const picker = { body: { months: ['Sep' as const] } }
  const offered = await server.call(api.payments.availableMonths, picker, signedIn)
  expect(offered.body.isRenewing).toBe(true)
})

describe('a plan whose renewal Stripe still tries to charge', () => {
  test('is closed but hasn’t ended, and can be cancelled, so that it isn’t charged', async () => {
    const ann = await lapse()
    expect(await planOf(ann.person)).toMatchObject({
      unlocked: ['category'],
      unpaidRenewal: { planName: 'Pro' },
      hasEndedUnpaid: false,
    })
    const admin = await server.addUser('lapsed-admin@example.com', { role: 'Admin' })
    const params = { userId: ann.person.id }
    const seen = await server.call(api.admin.findSubscriber, { params }, await server.signIn(admin))
    expect(seen.body).toMatchObject({ period: 'Expired', unpaidRenewal: { planName: 'Pro' } })
    const cancelling = { body: { isCancelled: true } }
    const cancel = async () =>
      server.call(api.payments.cancelPlan, cancelling, await server.signIn(ann.person))
    await addGoodCard(ann)
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { message: 'Your plan has ended. You won’t be charged again.' },
    })
    expect(await planOf(ann.person)).toMatchObject({ unpaidRenewal: null, hasEndedUnpaid: false })
    await server.standIn.webhooksSettled()
    await server.passTo(server.later(20))
    expect(await paidBy(ann.person)).toBe(1)
    expect(await cancel()).toMatchObject({ status: 409 })
  })

  test('opens again once it’s charged', async () => {
    const bea = await lapse()
    await addGoodCard(bea)
    await server.passTo(server.later(10))
    expect(await planOf(bea.person)).toMatchObject({
      subs_details: { status: 'active' },
      unpaidRenewal: null,
    })
    expect(await paidBy(bea.person)).toBe(2)
  })

  test('ends when its customer subscribes again, and isn’t charged as well', async () => {
    const cal = await lapse()
    await server.subscribe(cal.person, 'premium')
    const statusOf = async () => (await server.stripe.subscriptions.retrieve(cal.subscription)).status
    await expect.poll(statusOf).toBe('canceled')
    await server.passTo(server.later(20))
    expect(await planOf(cal.person)).toMatchObject({
      subs_details: { planName: 'Premium', status: 'active' },
      unpaidRenewal: null,
    })
    expect(await paidBy(cal.person)).toBe(2)
  })

  test('ends when its customer buys months, and isn’t charged as well', async () => {
    const dee = await lapse()
    await addGoodCard(dee)
    const body = { months: [nextMonths(server.deps.now())[0]!.name], plan: server.plans.pro }
    const form = await server.call(api.payments.createIntent, { body }, await server.signIn(dee.person))
    await server.pay(form.body.clientSecret)
    const statusOf = async () => (await server.stripe.subscriptions.retrieve(dee.subscription)).status
    await expect.poll(statusOf).toBe('canceled')
    await server.passTo(server.later(20))
    expect(await planOf(dee.person)).toMatchObject({ unpaidRenewal: null })
    expect(await paidBy(dee.person)).toBe(2)
  })
})

test('a plan that we don’t offer any more is mailed with a link to the others when it ends', async () => {
  const { person: eli } = await lapse()
  const offer = (isActive: boolean) =>
    server.deps.db.updateTable('plans').set({ isActive }).where('id', '=', server.plans.pro).execute()
  await offer(false)
  await server.passTo(server.later(5))
  await server.passTo(server.later(8))
  await offer(true)
  const { text } = await server.outbox.waitFor(eli.email, { subject: 'has ended' })
  expect(text).toContain('choose another plan')
  expect(text).toContain(`http://docketbox.test${paths.plans}`)
  expect(text).not.toContain(paths.checkout)
})
