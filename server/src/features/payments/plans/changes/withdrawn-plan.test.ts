import { api, type ChangePreview, paymentRefusals } from '@docketbox/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { answeredLate } from '../../testing/late-answers.ts'
import { listPayments } from '../../testing/lists.ts'
import { scopeOf } from '../../testing/scope.ts'
import { publishAll } from '../publish-plans.ts'
import { changePlan } from './change-plan.ts'

let server: PayingServer
let admin: Person
let family: string
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const body = { plan: 'Family', price: 19.95, description: 'x', feature: ['x'] }
  family = (await server.call(api.subscriptions.subscribe, { body }, admin)).body.plan!._id
  await publishAll(server.deps)
})
beforeEach(() => setOffered(true))

const setOffered = async (isOffered: boolean) => {
  const session = await server.signIn(admin)
  return server.call(
    api.subscriptions.setOffered,
    { params: { planId: family }, body: { isOffered } },
    session,
  )
}
const planOf = async ({ id }: Person) => (await planStateOf(server.deps, id)).subs_details?.planName

/** On Pro, with a card that the bank wants to check. */
async function subscribed(name: string): Promise<Person> {
  const person = await server.addUser(`${name}@example.com`)
  const { customer, subscription } = await server.subscribe(person, 'pro')
  const card = { customer: customer as string }
  const { id } = await server.stripe.paymentMethods.attach('pm_card_authenticationRequired', card)
  await server.stripe.subscriptions.update(subscription as string, { default_payment_method: id })
  return person
}
const previewOf = async (person: Person, plan: string) =>
  (await server.call(api.payments.previewChange, { body: { plan } }, await server.signIn(person))).body
const bodyOf = (plan: string, { prorationDate, dueNowCents }: ChangePreview) => ({
  plan,
  prorationDate,
  dueNowCents,
})
/** Changes to a plan, up to the bank's check. */
async function begin(person: Person, plan: string) {
  const body = bodyOf(plan, await previewOf(person, plan))
  const response = await server.call(api.payments.changePlan, { body }, await server.signIn(person))
  await server.standIn.webhooksSettled()
  return response.body.clientSecret!
}
const statusOf = async (clientSecret: string) =>
  (await server.stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0]!)).status
async function approve(clientSecret: string) {
  await fetch(`${server.standIn.url}/3ds/${clientSecret.split('_secret_')[0]}`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: clientSecret, outcome: 'approve' }),
  })
  await server.standIn.webhooksSettled()
}

test('a change that waits for the bank can’t be paid once its plan is withdrawn', async () => {
  const [ann, bob] = [await subscribed('ann'), await subscribed('bob')]
  const wrong = await begin(ann, family)
  const right = await begin(bob, server.plans.premium)
  await setOffered(false)
  await expect.poll(() => statusOf(wrong)).toBe('canceled')
  await approve(wrong)
  expect(await planOf(ann)).toBe('Pro')
  expect(await listPayments(server, ann)).toMatchObject([
    { status: 'canceled' },
    { status: 'paid', amount: 499 },
  ])
  expect(await statusOf(right)).toBe('requires_action')
  await approve(right)
  expect(await planOf(bob)).toBe('Premium')
})

test('a change that the bank approved before its plan was withdrawn is made', async () => {
  const cem = await subscribed('cem')
  await approve(await begin(cem, family))
  await setOffered(false)
  expect(await planOf(cem)).toBe('Family')
})

test('a change is refused if its plan is withdrawn before the bank asks', async () => {
  const dov = await subscribed('dov')
  const body = bodyOf(family, await previewOf(dov, family))
  const withdrawnDuring = answeredLate(server, 'subscriptions.update', () => setOffered(false))
  const refusal = { spec: paymentRefusals.planNotFound }
  await expect(changePlan(withdrawnDuring, scopeOf(dov), body)).rejects.toMatchObject(refusal)
  await expect.poll(() => listPayments(server, dov)).toMatchObject([{ status: 'canceled' }, { amount: 499 }])
  expect(await planOf(dov)).toBe('Pro')
})

test('after a lost response, a change can’t be confirmed with the bank once its plan is withdrawn', async () => {
  const eva = await subscribed('eva')
  const clientSecret = await begin(eva, family)
  // Without the job that would void it.
  await server.deps.db.updateTable('plans').set({ isActive: false }).where('id', '=', family).execute()
  const outcome = { body: { plan: family, seconds: 5 } }
  const { body } = await server.call(api.payments.changeOutcome, outcome, await server.signIn(eva))
  expect(body).toMatchObject({ state: 'notDone' })
  expect(await statusOf(clientSecret)).toBe('canceled')
})
