import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { checkPayments } from './check-payments.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

/** What the check says about test payments, with a key for one of the modes. */
const check = async (isLive: boolean) => {
  const payments = { ...server.deps.payments, isLive }
  for await (const { name, ...finding } of checkPayments({ ...server.deps, payments }))
    if (name === 'Test payments') return finding
  return undefined
}
const fix = (message: RegExp) => ({ state: 'fix', message: expect.stringMatching(message) as string })

test('payments made in test mode need fixing once the key is live', async () => {
  expect(await check(true)).toMatchObject({ state: 'ok' })
  const ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'pro')
  const bob = await server.addUser('bob@example.com')
  const body = { months: ['Sep' as const], plan: server.plans.pro }
  expect((await server.call(api.payments.createIntent, { body }, bob)).status).toBe(200)
  expect(await check(false)).toEqual({
    state: 'ok',
    message: 'Not live yet. Use an empty database when you go live.',
  })
  expect(await check(true)).toEqual(fix(/has 2 from test mode.*empty database: docs\/payments\.md, step 9/))
})

test('earlier payments, which don’t say so, need fixing if the account doesn’t know them', async () => {
  const payments = server.deps.db.updateTable('payments')
  await payments.set({ isTest: null }).execute()
  expect(await check(true)).toMatchObject({ state: 'ok' })
  await payments.set({ providerIntentId: 'pi_of_test_mode' }).where('kind', '=', 'months').execute()
  expect(await check(true)).toEqual(fix(/doesn’t know pi_of_test_mode/))
})
