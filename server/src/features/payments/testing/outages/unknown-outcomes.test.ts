import { api, type PaymentOutcome, paymentRefusals, paymentTexts } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { payWithCredit } from '../../months/credit/pay-with-credit.ts'
import { findLive } from '../../store.ts'
import { actions } from './actions.ts'
import { type Fault, faults } from './faulty-proxy.ts'
import {
  expectAgreement,
  moneyAtStripe,
  paymentsOf,
  SEND_MS,
  startWorld,
  subscriptionOf,
  WAIT_MS,
  type World,
} from './set-up.ts'
import { scopeOf } from '../scope.ts'

const CHANGE = 'POST /v1/subscriptions/:id'
const TIMEOUT_MS = 120_000
const SOON = { timeout: 50_000, interval: 1_000 }

let world: World
beforeAll(async () => {
  world = { ...(await startWorld()), expect }
})

let users = 0
const newPerson = () => world.server.addUser(`unknown${++users}@example.com`)
const isLost = (fault: Fault) => fault !== 'reset' && fault !== 'failed'

/** Requests a plan change whose response doesn't arrive. @returns a way to ask for its outcome. */
async function changeUnanswered(person: Person, fault: Fault): Promise<() => Promise<PaymentOutcome>> {
  const { server, proxy } = world
  const plan = server.plans.premium
  const { body } = await server.call(api.payments.previewChange, { body: { plan } }, person)
  const { prorationDate, dueNowCents } = body
  const askedAt = Date.now()
  proxy.break(CHANGE, fault)
  const response = await server.call(
    api.payments.changePlan,
    { body: { plan, prorationDate, dueNowCents } },
    person,
  )
  proxy.heal()
  expect(response).toMatchObject({ status: 504, body: { code: paymentRefusals.outcomeUnknown.code } })
  // Stripe has had its time, if it didn't make the change.
  const earlierMs = isLost(fault) ? 0 : SEND_MS
  if (!isLost(fault)) server.setNow(new Date(+server.deps.now() + 3 * WAIT_MS))
  return async () => {
    const seconds = Math.round((Date.now() - askedAt + earlierMs) / 1000)
    const { body } = await server.call(api.payments.changeOutcome, { body: { plan, seconds } }, person)
    return body
  }
}

async function subscribedBy(card?: string): Promise<Person> {
  const person = await newPerson()
  await world.server.subscribe(person, 'pro')
  if (card) {
    const { id } = await subscriptionOf(world, person)
    await world.direct.subscriptions.update(id, { default_payment_method: card })
    await world.server.standIn.webhooksSettled()
  }
  return person
}

test.for(faults)(
  'the outcome of a plan change gets known after %s',
  { timeout: TIMEOUT_MS },
  async (fault) => {
    const person = await subscribedBy()
    const before = await moneyAtStripe(world, person)
    const outcome = await changeUnanswered(person, fault)
    const expected = isLost(fault) ? { state: 'done' } : { state: 'notDone', message: paymentTexts.notDone }
    await expect.poll(outcome, SOON).toEqual(expected)
    const isCharged = (await moneyAtStripe(world, person)).paid > before.paid
    expect(isCharged).toBe(isLost(fault))
    await expectAgreement(world, person)
  },
)

test.for(faults)('a declined plan change gets known after %s', { timeout: TIMEOUT_MS }, async (fault) => {
  const person = await subscribedBy('pm_card_chargeCustomerFail')
  const outcome = await changeUnanswered(person, fault)
  const reason = isLost(fault) ? ' Your card was declined.' : ''
  await expect.poll(outcome, SOON).toEqual({ state: 'notDone', message: `${paymentTexts.notDone}${reason}` })
  // Nothing is left that could still be charged.
  expect((await subscriptionOf(world, person)).pending_update).toBeNull()
  await expectAgreement(world, person)
})

test.for(faults)(
  'that the bank must check a change gets known after %s',
  { timeout: TIMEOUT_MS },
  async (fault) => {
    const person = await subscribedBy('pm_card_authenticationRequired')
    const outcome = await changeUnanswered(person, fault)
    const { state } = await expect.poll(outcome, SOON).not.toEqual({ state: 'checking' }).then(outcome)
    expect(state).toBe(isLost(fault) ? 'bankCheck' : 'notDone')
    if (state === 'notDone') return
    const { clientSecret } = await outcome()
    const answer = new URLSearchParams({ client_secret: clientSecret!, outcome: 'approve' })
    const page = `${world.server.standIn.url}/3ds/${clientSecret!.split('_secret_')[0]}`
    await fetch(page, { method: 'POST', body: answer })
    await expect.poll(outcome, SOON).toEqual({ state: 'done' })
    await expectAgreement(world, person)
  },
)

test('while Stripe can’t be reached, nothing is claimed', { timeout: TIMEOUT_MS }, async () => {
  const outcome = await changeUnanswered(await subscribedBy(), 'reset')
  world.server.standIn.setReachable(false)
  expect(await outcome()).toEqual({ state: 'checking' })
  world.server.standIn.setReachable(true)
  await expect.poll(outcome, SOON).toMatchObject({ state: 'notDone' })
})

test.for(faults)(
  'months paid with credit are paid or not, and say so, after %s',
  { timeout: TIMEOUT_MS },
  async (fault) => {
    const { server, proxy } = world
    const person = await newPerson()
    const { prepare, act, isDone } = actions['paying with credit']!
    await prepare(world, person)
    proxy.break('POST /v1/customers/:id/balance_transactions', fault)
    expect(await act(world, person)).toMatchObject({ status: 504 })
    proxy.heal()
    const body = { plan: server.plans.pro, months: ['Sep' as const] }
    const outcome = async () => (await server.call(api.payments.creditOutcome, { body }, person)).body
    await expect.poll(outcome, SOON).toEqual({ state: 'done' })
    expect(await isDone(world, person)).toBe(true)
    await expectAgreement(world, person)
  },
)

test(
  'months paid with credit are paid even if the server stops in between',
  { timeout: TIMEOUT_MS },
  async () => {
    const { deps, plans } = world.server
    const person = await newPerson()
    await actions['paying with credit']!.prepare(world, person)
    const client = async () => {
      if (await findLive(deps.db, person.id)) throw new Error('stopped')
      return deps.payments.client()
    }
    const stopping = { ...deps, payments: { ...deps.payments, client } }
    const order = { plan: plans.pro, months: ['Sep' as const] }
    const scope = scopeOf(person)
    await expect(payWithCredit(stopping, scope, order)).rejects.toThrow('stopped')
    const outcome = async () =>
      (await world.server.call(api.payments.creditOutcome, { body: { ...order, seconds: 100 } }, person)).body
    expect(await outcome()).toEqual({ state: 'checking' })
    await expect.poll(outcome, SOON).toEqual({ state: 'done' })
    await expectAgreement(world, person)
  },
)

test('months whose credit was spent meanwhile aren’t paid, and say so', { timeout: TIMEOUT_MS }, async () => {
  const { server, proxy, direct } = world
  const person = await newPerson()
  const { prepare, act } = actions['paying with credit']!
  await prepare(world, person)
  proxy.break('POST /v1/customers/:id/balance_transactions', 'reset')
  expect(await act(world, person)).toMatchObject({ status: 504 })
  const { id } = await server.deps.db
    .selectFrom('providerCustomers')
    .select('id')
    .where('ownerId', '=', person.id)
    .executeTakeFirstOrThrow()
  await direct.customers.createBalanceTransaction(id, { amount: 900, currency: 'aud' })
  proxy.heal()
  const body = { plan: server.plans.pro, months: ['Sep' as const] }
  const outcome = async () => (await server.call(api.payments.creditOutcome, { body }, person)).body
  await expect.poll(outcome, SOON).toEqual({ state: 'notDone', message: paymentTexts.creditNotUsed })
  expect((await paymentsOf(world, person)).filter(({ status }) => status === 'paid')).toEqual([])
})
