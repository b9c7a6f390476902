import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { purgeAccounts } from '#features/account'
import { givePassword } from '#testing/auth/password.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { reconcile } from './reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const password = 'kettle magpie tram'
const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const pass = (days: number) => server.passTo(server.later(days))
const subscriptions = () => server.deps.db.selectFrom('providerSubscriptions').select('customerId').execute()

test('what arrives about the plan of a deleted account is kept for three months at most', async () => {
  const ann = await givePassword(server.deps, await server.addUser('ann@example.com'), password)
  const { customer } = await server.subscribe(ann, 'premium')
  await server.call(api.account.close, { body: { password } }, await server.signIn(ann))
  await pass(28)
  await purgeAccounts.handler(server.deps, {}, run)
  await pass(3)
  server.setEventsLost(true)
  await purgeAccounts.handler(server.deps, {}, run)
  expect(await subscriptions()).toEqual([])

  await reconcile.handler(server.deps, {}, run)
  expect(await subscriptions()).toEqual([{ customerId: customer }])
  await pass(91)
  await reconcile.handler(server.deps, {}, run)
  expect(await subscriptions()).toEqual([])
})
