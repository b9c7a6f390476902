import { api, type ChangePreview, paymentRefusals, paymentTexts } from '@docketbox/contract'
import { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { answeredLate } from '../../testing/late-answers.ts'
import { listPayments } from '../../testing/lists.ts'
import { scopeOf } from '../../testing/scope.ts'
import { findChangeOutcome } from './change-outcome.ts'
import { changePlan } from './change-plan.ts'

let server: PayingServer
let plan: string
beforeAll(async () => {
  server = await startPayingServer()
  plan = server.plans.premium
})

const planOf = async ({ id }: Person) => (await planStateOf(server.deps, id)).subs_details?.planName
const preview = async (person: Person): Promise<ChangePreview> =>
  (await server.call(api.payments.previewChange, { body: { plan } }, await server.signIn(person))).body
const change = async (person: Person, { prorationDate, dueNowCents }: ChangePreview) => {
  const body = { plan, prorationDate, dueNowCents }
  const response = await server.call(api.payments.changePlan, { body }, await server.signIn(person))
  await server.standIn.webhooksSettled()
  return response
}
/** What's said about a change that was requested so many seconds ago. */
const outcomeAfter = async (seconds: number, person: Person) => {
  const body = { plan, seconds }
  return (await server.call(api.payments.changeOutcome, { body }, await server.signIn(person))).body
}

type Update = Stripe['subscriptions']['update']
/** Dependencies with another way to send changes to Stripe. */
function depsWith(update: Update) {
  const subscriptions = Object.create(server.stripe.subscriptions, { update: { value: update } })
  const client = () =>
    Promise.resolve(Object.create(server.stripe, { subscriptions: { value: subscriptions } }))
  return { ...server.deps, payments: { ...server.deps.payments, client } }
}
/** Sends a change that Stripe doesn't answer. @returns what makes it arrive there after all. */
async function sendStuck(person: Person): Promise<() => Promise<Stripe.Subscription>> {
  const shown = await preview(person)
  let arrive: (() => Promise<Stripe.Subscription>) | undefined
  const update: Update = (...parameters) => {
    arrive = () => server.stripe.subscriptions.update(...parameters)
    throw new Stripe.errors.StripeConnectionError({ message: 'timed out', type: 'api_error' })
  }
  await expect(changePlan(depsWith(update), scopeOf(person), { plan, ...shown })).rejects.toMatchObject({
    spec: paymentRefusals.outcomeUnknown,
  })
  server.setNow(new Date(+server.deps.now() + 161_000))
  return arrive!
}

test('we don’t say that a change wasn’t made while it’s under way, however late its request arrived', async () => {
  const ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'pro')
  const shown = await preview(ann)
  let said: unknown
  const update: Update = async (...parameters) => {
    said = await outcomeAfter(150, ann)
    return server.stripe.subscriptions.update(...parameters)
  }
  await changePlan(depsWith(update), scopeOf(ann), { plan, ...shown })
  await server.standIn.webhooksSettled()
  expect(said).toEqual({ state: 'checking' })
  expect(await planOf(ann)).toBe('Premium')
})

test('once we’ve said that a change wasn’t made, its late request is refused', async () => {
  const bob = await server.addUser('bob@example.com')
  await server.subscribe(bob, 'pro')
  const shown = await preview(bob)
  server.setNow(new Date(+server.deps.now() + 101_000))
  expect(await outcomeAfter(101, bob)).toEqual({ state: 'notDone', message: paymentTexts.notDone })
  const late = await change(bob, shown)
  expect(late).toMatchObject({ status: 409, body: { code: paymentRefusals.previewOutdated.code } })
  expect(await planOf(bob)).toBe('Pro')
  expect(await listPayments(server, bob)).toHaveLength(1)

  expect((await change(bob, await preview(bob))).status).toBe(200)
  expect(await planOf(bob)).toBe('Premium')
})

test('once we’ve said that a change wasn’t made, Stripe refuses it when it arrives', async () => {
  const cam = await server.addUser('cam@example.com')
  await server.subscribe(cam, 'pro')
  const arrive = await sendStuck(cam)
  expect(await outcomeAfter(161, cam)).toEqual({ state: 'notDone', message: paymentTexts.notDone })
  await expect(arrive()).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  await server.standIn.webhooksSettled()
  expect(await planOf(cam)).toBe('Pro')
  expect(await listPayments(server, cam)).toHaveLength(1)
  expect((await change(cam, await preview(cam))).status).toBe(200)
})

test('a change that reaches Stripe just before we’d say that it wasn’t made is reported as made', async () => {
  const dan = await server.addUser('dan@example.com')
  await server.subscribe(dan, 'pro')
  const arrivesNow = answeredLate(server, 'subscriptions.retrieve', await sendStuck(dan))
  const asked = { plan, seconds: 161 }
  expect(await findChangeOutcome(arrivesNow, scopeOf(dan), asked)).toEqual({ state: 'checking' })
  await server.standIn.webhooksSettled()
  expect(await outcomeAfter(164, dan)).toEqual({ state: 'done' })
  expect(await planOf(dan)).toBe('Premium')
})

test('we don’t say that a change wasn’t made while Stripe is carrying it out', async () => {
  const eve = await server.addUser('eve@example.com')
  await server.subscribe(eve, 'pro')
  const arrive = await sendStuck(eve)
  const inUse = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In progress' } as const
  const update = () => Promise.reject(new Stripe.errors.StripeIdempotencyError(inUse))
  const asked = { plan, seconds: 161 }
  expect(await findChangeOutcome(depsWith(update), scopeOf(eve), asked)).toEqual({ state: 'checking' })
  expect(await outcomeAfter(164, eve)).toMatchObject({ state: 'notDone' })
  await expect(arrive()).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test.each<[string, (person: Person) => Promise<{ status: number }>]>([
  [
    'cancel their plan',
    async (person) =>
      server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, await server.signIn(person)),
  ],
  ['change it again', async (person) => change(person, await preview(person))],
  [
    'get a refund',
    async (person) => {
      const params = { id: (await listPayments(server, person))[0]!._id }
      const admin = await server.addUser(`desk-of-${person.email}`, { role: 'Admin' })
      return server.call(api.payments.refund, { params, body: { amountCents: 100, reason: 'asked' } }, admin)
    },
  ],
])('a change that Stripe didn’t answer isn’t made once they %s', async (what, act) => {
  const person = await server.addUser(`${what.replaceAll(' ', '-')}@example.com`)
  await server.subscribe(person, 'pro')
  const arrive = await sendStuck(person)
  expect(await act(person)).toMatchObject({ status: 200 })
  await expect(arrive()).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test('a price that was shown before a change Stripe didn’t answer is shown again first', async () => {
  const flo = await server.addUser('flo@example.com')
  await server.subscribe(flo, 'pro')
  const shown = await preview(flo)
  const arrive = await sendStuck(flo)
  expect(await change(flo, shown)).toMatchObject({
    status: 409,
    body: { code: paymentRefusals.previewOutdated.code },
  })
  await expect(arrive()).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  expect((await change(flo, await preview(flo))).status).toBe(200)
  expect(await planOf(flo)).toBe('Premium')
})
