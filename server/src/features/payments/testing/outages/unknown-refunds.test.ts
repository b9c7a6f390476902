import { api, paymentRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { actions } from './actions.ts'
import { type Fault, faults } from './faulty-proxy.ts'
import { expectAgreement, moneyAtStripe, paymentsOf, startWorld, type World } from './set-up.ts'

const TIMEOUT_MS = 120_000
const SOON = { timeout: 50_000, interval: 1_000 }

let world: World
beforeAll(async () => {
  world = { ...(await startWorld()), expect }
})

let users = 0
async function subscribed(card?: string): Promise<Person> {
  const person = await world.server.addUser(`refunded${++users}@example.com`)
  await world.server.subscribe(person, 'pro', card)
  return person
}

const refundEntries = async (person: Person) => {
  const [payment] = await paymentsOf(world, person)
  const entries = await world.server.deps.db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectId', '=', payment!.id)
    .orderBy('id')
    .execute()
  return entries.map(({ action }) => action)
}
const refundUnanswered = async (person: Person, fault: Fault) => {
  world.proxy.break('POST /v1/refunds', fault)
  const response = await actions['refunding at the desk']!.act(world, person)
  expect(response).toEqual({ status: 504, code: paymentRefusals.refundUnknown.code })
}

test.for(faults)(
  'a refund by an administrator is made once after %s',
  { timeout: TIMEOUT_MS },
  async (fault) => {
    const person = await subscribed()
    await refundUnanswered(person, fault)
    world.proxy.heal()
    await expect.poll(() => moneyAtStripe(world, person), SOON).toMatchObject({ refunded: 100 })
    await expectAgreement(world, person)
    expect(await refundEntries(person)).toEqual(['payments.refund'])
  },
)

async function statesOfFinishing(payment: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = 'payments.finishRefund' and data->>'payment' = ${payment}
  `.execute(world.server.deps.db)
  return rows.map(({ state }) => state)
}

test(
  'a refund that was made in the dashboard meanwhile isn’t made again, and administrators hear of it',
  { timeout: TIMEOUT_MS },
  async () => {
    const person = await subscribed()
    await refundUnanswered(person, 'reset')
    const [payment] = await paymentsOf(world, person)
    const params = { id: payment!.id }
    const limits = await world.server.call(api.payments.refundLimits, { params }, world.admin)
    expect(limits.body).toMatchObject({ requestedCents: 100 })
    await expect.poll(() => statesOfFinishing(payment!.id), SOON).toContain('completed')
    await world.direct.refunds.create({ payment_intent: payment!.providerIntentId!, amount: 100 })
    world.proxy.heal()
    await expect
      .poll(() => refundEntries(person), SOON)
      .toEqual(['payments.refund', 'payments.refundRefused'])
    expect(await moneyAtStripe(world, person)).toMatchObject({ refunded: 100 })
    const { alerts } = (await world.server.call(api.payments.alerts, {}, world.admin)).body
    expect(alerts.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`${person.email}: we didn’t make the requested refund of $1.00`),
    )
  },
)

// Last, because it's a day later.
test(
  'a refund whose response was lost is made even if the bank returns an earlier one meanwhile, which can be requested again',
  { timeout: TIMEOUT_MS },
  async () => {
    const { server, proxy } = world
    const person = await subscribed('4000000000005126')
    const [payment] = await paymentsOf(world, person)
    const refund = async (amountCents: number) => {
      const input = { params: { id: payment!.id }, body: { amountCents, reason: 'asked' } }
      const response = await server.call(api.payments.refund, input, await server.signIn(world.admin))
      await server.standIn.webhooksSettled()
      return response.status
    }
    const shown = async () => (await paymentsOf(world, person))[0]
    expect(await refund(100)).toBe(200)
    proxy.break('POST /v1/refunds', 'reset')
    expect(await refund(200)).toBe(504)
    await expect.poll(() => statesOfFinishing(payment!.id), SOON).toContain('completed')
    await server.passTo(server.later(1.1))
    expect(await shown()).toMatchObject({ refundedCents: 0, refundState: 'failed' })
    proxy.heal()
    await expect.poll(shown, SOON).toMatchObject({ refundedCents: 200, refundState: null })
    expect(await refund(100)).toBe(200)
    expect(await shown()).toMatchObject({ refundedCents: 300 })
    expect(await refundEntries(person)).toEqual(Array.from({ length: 3 }, () => 'payments.refund'))
    const params = { id: payment!.id }
    const limits = await server.call(api.payments.refundLimits, { params }, await server.signIn(world.admin))
    expect(limits.body).toMatchObject({ requestedCents: 0 })
  },
)
