import { api } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { purgeAccounts } from '#features/account'
import { givePassword } from '#testing/auth/password.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleEvent } from '../handle-event.ts'
import { reconcile } from './reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const password = 'kettle magpie tram'
const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const pass = (days: number) => server.passTo(server.later(days))
const subscriptions = () => server.deps.db.selectFrom('providerSubscriptions').select('customerId').execute()

async function closeAndPurge(email: string, subscribe: (person: Person) => Promise<void>): Promise<void> {
  const person = await givePassword(server.deps, await server.addUser(email), password)
  await subscribe(person)
  await server.call(api.account.close, { body: { password } }, await server.signIn(person))
  await pass(28)
  await purgeAccounts.handler(server.deps, {}, run)
  await pass(4)
  server.setEventsLost(true)
  await purgeAccounts.handler(server.deps, {}, run)
}

test('what arrives about the plan of a deleted account is kept for three months at most', async () => {
  let customer: unknown
  await closeAndPurge('ann@example.com', async (ann) => {
    customer = (await server.subscribe(ann, 'premium')).customer
  })
  expect(await subscriptions()).toEqual([])

  await reconcile.handler(server.deps, {}, run)
  expect(await subscriptions()).toEqual([{ customerId: customer }])
  await pass(91)
  await reconcile.handler(server.deps, {}, run)
  expect(await subscriptions()).toEqual([])
})

test('a bill that arrives after the account was deleted is saved without a name', async () => {
  const events: Stripe.Event[] = []
  await closeAndPurge('ben.purged@example.com', async (ben) => {
    server.setEventsLost(true)
    const stop = server.standIn.onEvent((event) => void events.push(event))
    await server.subscribe(ben, 'pro')
    stop()
    server.setEventsLost(false)
  })
  const paid = events.find(({ type }) => type === 'invoice.paid')!
  expect(JSON.stringify(paid)).toContain('ben.purged')
  await handleEvent(server.deps, paid)
  const { id } = paid.data.object as Stripe.Invoice
  const saved = await server.deps.db
    .selectFrom('payments')
    .select(['buyerName', 'buyerEmail', 'ownerId'])
    .where('providerInvoiceId', '=', id!)
    .execute()
  expect(saved).toEqual([{ buyerName: '', buyerEmail: '', ownerId: null }])
})
