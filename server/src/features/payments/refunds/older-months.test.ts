import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('months-desk@example.com', { role: 'Admin' })
})

let userCount = 0
const addUser = () => server.addUser(`regular${++userCount}@example.com`)
const pass = (days: number) => server.passTo(server.later(days))
const history = (person: Person) => listPayments(server, person)
const first = async (person: Person) => (await history(person)).at(-1)!

async function limitsOf({ _id: id }: { _id: string }) {
  const { body } = await server.call(
    api.payments.refundLimits,
    { params: { id } },
    await server.signIn(admin),
  )
  return body
}

async function refund({ _id: id }: { _id: string }, amountCents: number): Promise<void> {
  const input = { params: { id }, body: { reason: 'asked', amountCents } }
  expect(await server.call(api.payments.refund, input, await server.signIn(admin))).toMatchObject({
    status: 200,
  })
  await server.standIn.webhooksSettled()
}

test('a month before the plan was changed back and forth can be refunded in full', async () => {
  const ann = await addUser()
  await server.subscribe(ann, 'pro')
  await pass(32)
  await server.changePlan(ann, 'premium')
  await server.changePlan(ann, 'pro')
  const july = await first(ann)
  expect(await limitsOf(july)).toMatchObject({
    refundableCents: 499,
    wholeCents: 499,
    partCents: 499,
    creditedCents: 0,
    takenBackCents: 0,
    requestedCents: 0,
  })
  await refund(july, 499)
  expect(await first(ann)).toMatchObject({ refundedCents: 499 })
  expect(await planStateOf(server.deps, ann.id)).toMatchObject({ subs_details: { status: 'active' } })
})

test('what an earlier month kept of a payment can be refunded later, but not what became credit', async () => {
  const bob = await addUser()
  await server.subscribe(bob, 'premium')
  await server.changePlan(bob, 'pro')
  // Credit pays for August, and with a card for September.
  await pass(32)
  await pass(31)
  expect((await history(bob)).map(({ amount }) => amount)).toEqual([300, 0, 0, 1197])
  const july = await first(bob)
  expect(await limitsOf(july)).toMatchObject({ wholeCents: 499, partCents: 499, creditedCents: 698 })
  await refund(july, 499)
  expect(await limitsOf(await first(bob))).toMatchObject({ wholeCents: 0, creditedCents: 698 })
})
