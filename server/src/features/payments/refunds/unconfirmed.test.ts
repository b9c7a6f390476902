import { api, paymentRefusals } from '@docketbox/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Deps } from '#platform/config/deps.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleMissedEvents } from '../webhook/missed-events/reconciliation.ts'
import { listPayments } from '../testing/lists.ts'
import { refundPayment } from './admin.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('unconfirmed-desk@example.com', { role: 'Admin' })
})

afterEach(() => server.setEventsLost(false))

let userCount = 0
const first = async (person: Person) => (await listPayments(server, person)).at(-1)!

async function subscribe(plan: 'pro' | 'premium') {
  const person = await server.addUser(`unconfirmed${++userCount}@example.com`)
  await server.subscribe(person, plan)
  const { _id: id } = await first(person)
  const params = { id }
  const limits = async () =>
    (await server.call(api.payments.refundLimits, { params }, await server.signIn(admin))).body
  const refund = async (amountCents: number) => {
    const body = { reason: 'asked', amountCents }
    const response = await server.call(api.payments.refund, { params, body }, await server.signIn(admin))
    return 'code' in response.body ? response.body.code : response.status
  }
  const logged = async () => {
    const entries = await server.deps.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
    return entries.map(({ action }) => action)
  }
  return { person, id, limits, refund, logged }
}

test('what was refunded counts before its event has arrived, so credit isn’t paid out as well', async () => {
  const { person, limits, refund, logged } = await subscribe('premium')
  await server.passTo(server.later(10))
  await server.changePlan(person, 'pro')
  const { partCents } = await limits()
  expect(partCents).toBeGreaterThan(100)
  server.setEventsLost(true)
  expect(await refund(partCents)).toBe(200)
  expect(await refund(100)).toBe(paymentRefusals.refundOutdated.code)
  // The same refund again.
  expect(await refund(partCents)).toBe(200)
  server.setEventsLost(false)
  await handleMissedEvents(server.deps)
  expect(await first(person)).toMatchObject({ refundedCents: partCents })
  expect(await refund(100)).toBe(paymentRefusals.alreadyCredited.code)
  expect(await logged()).toEqual(['payments.refund'])
})

test('a refund that’s requested again the next day is the same one until its event has arrived', async () => {
  const { person, refund, logged } = await subscribe('pro')
  server.setEventsLost(true)
  expect(await refund(100)).toBe(200)
  await server.passTo(server.later(1.1))
  expect(await refund(100)).toBe(200)
  server.setEventsLost(false)
  await handleMissedEvents(server.deps)
  expect(await first(person)).toMatchObject({ refundedCents: 100 })
  expect(await logged()).toEqual(['payments.refund'])
})

test('the rest can be refunded before the event of an earlier refund has arrived', async () => {
  const { person, refund, logged } = await subscribe('pro')
  server.setEventsLost(true)
  expect(await refund(100)).toBe(200)
  expect(await refund(499)).toBe(paymentRefusals.refundOutdated.code)
  expect(await refund(399)).toBe(200)
  server.setEventsLost(false)
  await handleMissedEvents(server.deps)
  expect(await first(person)).toMatchObject({ refundedCents: 499 })
  expect(await logged()).toEqual(['payments.refund', 'payments.refund'])
})

test('a plan that’s changed just before a refund is recorded keeps its credit, and the refund isn’t made', async () => {
  const { person, id, limits, logged } = await subscribe('pro')
  let isFirst = true
  const transaction: Deps['db']['transaction'] = () => {
    const begun = server.deps.db.transaction()
    if (!isFirst) return begun
    isFirst = false
    return Object.assign(Object.create(begun) as typeof begun, {
      execute: async (work: Parameters<typeof begun.execute>[0]) => {
        await server.changePlan(person, 'premium')
        return begun.execute(work)
      },
    })
  }
  const db = new Proxy(server.deps.db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const actor = { id: admin.id, role: 'Admin', sessionId: admin.id, hasSecondFactor: false } as const
  const body = { amountCents: 300, reason: 'asked' }
  const refunding = refundPayment({ ...server.deps, db }, actor, id, body)
  await expect(refunding).rejects.toMatchObject({ spec: paymentRefusals.alreadyCredited })
  await server.standIn.webhooksSettled()
  expect((await listPayments(server, person)).map(({ refundedCents }) => refundedCents)).toEqual([0, 0])
  expect(await logged()).toEqual(['payments.refund', 'payments.refundRefused'])
  expect(await limits()).toMatchObject({ partCents: 0, requestedCents: 0 })
})
