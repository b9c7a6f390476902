import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { endPlan } from './end-older-plans.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const planOf = (person: Person) => planStateOf(server.deps, person.id)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs
const later = (days: number) => new Date(server.deps.now().getTime() + days * 86_400_000)

test('a second subscription ends the older one and refunds its unused time', async () => {
  const eve = await server.addUser('eve@example.com')
  await server.subscribe(eve, 'pro')
  await server.passTo(later(10))
  await server.subscribe(eve, 'premium')
  await server.outbox.waitFor(eve.email, { subject: 'earlier plan' })
  await server.standIn.webhooksSettled()
  expect(await planOf(eve)).toMatchObject({ subs_details: { planName: 'Premium', status: 'active' } })
  const [premium, pro] = await history(eve)
  expect(premium).toMatchObject({ planName: 'Premium', refundedCents: 0 })
  expect(pro!.refundedCents).toBeGreaterThan(300)
  const rows = await server.deps.db
    .selectFrom('subscriptions')
    .select('endedAt')
    .where('ownerId', '=', eve.id)
    .execute()
  expect(rows.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
})

test('an older plan is refunded once, even if Stripe becomes unavailable halfway', async () => {
  const fay = await server.addUser('fay@example.com')
  const { subscription } = await server.subscribe(fay, 'pro')
  const [paid] = await history(fay)
  const owed = { subscription: subscription as string, payment: paid!._id, amountCents: 300 }
  const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  const noRefunds = { create: () => Promise.reject(new Error('Stripe is unavailable.')) }
  const client = () => Promise.resolve(Object.create(server.stripe, { refunds: { value: noRefunds } }))
  const away = { ...server.deps, payments: { ...server.deps.payments, client } }
  await expect(endPlan.handler(away, owed, run)).rejects.toThrow('unavailable')
  await server.standIn.webhooksSettled()
  expect(await planOf(fay)).toMatchObject({ subs_details: { status: 'cancelled' } })
  await endPlan.handler(server.deps, owed, run)
  await endPlan.handler(server.deps, { ...owed, amountCents: 299 }, run)
  await server.standIn.webhooksSettled()
  expect((await history(fay))[0]).toMatchObject({ refundedCents: 300 })
})
