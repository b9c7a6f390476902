import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
let person: Person
beforeAll(async () => {
  server = await startPayingServer(new Date('2026-12-31T00:00:00Z'))
  person = await server.addUser('year@example.com')
})

const at = (text: string) => new Date(text)
const as = () => server.signIn(person)

/** What the user sees on a day that matters. */
async function planToday() {
  const { subs_details: plan, unlocked } = await planStateOf(server.deps, person.id)
  const { docs } = (await server.call(api.payments.history, { query: { limit: 100 } }, await as())).body
  const paid = docs.filter(({ status }) => status === 'paid')
  return {
    plan: plan && `${plan.planName} ${plan.status}`,
    mayAdd: unlocked.includes('upload'),
    payments: paid.length,
    cents: paid.reduce((sum, { amount, refundedCents }) => sum + amount - refundedCents, 0),
  }
}

test('a year of one user: trial, subscription over month ends, failing card, plan change, cancellation, months', async () => {
  await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, await as())
  expect(await planToday()).toEqual({ plan: 'Trial active', mayAdd: true, payments: 0, cents: 0 })

  await server.passTo(at('2027-01-31T00:00:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Trial expired', mayAdd: false })

  // The 31st: renewals fall on 28 February, 31 March, 30 April.
  await server.subscribe(person, 'pro')
  expect(await planToday()).toEqual({ plan: 'Pro active', mayAdd: true, payments: 1, cents: 499 })
  await server.passTo(at('2027-02-27T23:59:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Pro active', payments: 1 })
  await server.passTo(at('2027-02-28T02:00:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Pro active', payments: 2 })
  await server.passTo(at('2027-03-30T23:00:00Z'))
  expect(await planToday()).toMatchObject({ payments: 2 })
  // Daylight saving ends on 4 April; Stripe counts in UTC, so nothing shifts.
  await server.passTo(at('2027-04-30T02:00:00Z'))
  expect(await planToday()).toEqual({ plan: 'Pro active', mayAdd: true, payments: 4, cents: 4 * 499 })

  const { providerCustomerId: customer, providerSubscriptionId: subscription } = await server.deps.db
    .selectFrom('subscriptions')
    .select(['providerCustomerId', 'providerSubscriptionId'])
    .where('ownerId', '=', person.id)
    .where('kind', '=', 'recurring')
    .executeTakeFirstOrThrow()
  const card = async (name: string) => {
    const { id } = await server.stripe.paymentMethods.attach(name, { customer: customer! })
    await server.stripe.subscriptions.update(subscription!, { default_payment_method: id })
  }

  await card('pm_card_chargeCustomerFail')
  await server.passTo(at('2027-05-31T02:00:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Pro active', mayAdd: true, payments: 4 })
  await server.passTo(at('2027-06-03T00:30:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Pro expired', mayAdd: false, payments: 4 })
  await card('pm_card_visa')
  await server.passTo(at('2027-06-03T03:00:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Pro active', mayAdd: true, payments: 5 })

  await server.passTo(at('2027-07-15T00:00:00Z'))
  const shown = (
    await server.call(api.payments.previewChange, { body: { plan: server.plans.premium } }, await as())
  ).body
  const { prorationDate, dueNowCents } = shown
  await server.call(
    api.payments.changePlan,
    { body: { plan: server.plans.premium, prorationDate, dueNowCents } },
    await as(),
  )
  await server.standIn.webhooksSettled()
  expect(await planToday()).toEqual({
    plan: 'Premium active',
    mayAdd: true,
    payments: 7,
    cents: 6 * 499 + dueNowCents,
  })

  await server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, await as())
  await server.passTo(at('2027-10-14T23:00:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Premium active', mayAdd: true, payments: 7 })
  await server.passTo(at('2027-10-15T00:30:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Premium expired', mayAdd: false, payments: 7 })

  // Two single months at the end of the year; daylight saving has begun.
  const input = { body: { months: ['Nov' as const, 'Dec' as const], plan: server.plans.pro } }
  await server.pay((await server.call(api.payments.createIntent, input, await as())).body.clientSecret)
  expect(await planToday()).toMatchObject({ plan: 'Premium expired', mayAdd: false, payments: 8 })
  await server.passTo(at('2027-10-31T12:59:00Z'))
  expect(await planToday()).toMatchObject({ mayAdd: false })
  await server.passTo(at('2027-10-31T13:00:00Z'))
  expect(await planToday()).toMatchObject({ plan: 'Pro active', mayAdd: true })
  await server.passTo(at('2027-12-31T12:59:59Z'))
  expect(await planToday()).toMatchObject({ plan: 'Pro active', mayAdd: true })
  await server.passTo(at('2027-12-31T13:00:00Z'))
  expect(await planToday()).toEqual({
    plan: 'Pro expired',
    mayAdd: false,
    payments: 8,
    cents: 6 * 499 + dueNowCents + 998,
  })

  const receipts = () =>
    server.outbox.sent.filter(({ to, subject }) => to === person.email && subject.includes('receipt'))
  await expect.poll(() => receipts().length).toBe(8)
}, 60_000)
