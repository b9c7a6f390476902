import { beforeAll, expect, test } from 'vitest'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { type FaultyProxy, startFaultyProxy } from '../testing/outages/faulty-proxy.ts'
import { checkPayments } from './check-payments.ts'

let proxy: FaultyProxy
let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(undefined, async (standIn) => {
    proxy = await startFaultyProxy(standIn)
    return { host: proxy.host, port: proxy.port }
  })
})

const check = async () => {
  for await (const { name, ...finding } of checkPayments(server.deps))
    if (name === 'Permissions') return finding
  return undefined
}

test.each([
  ['refund payments', 'POST /v1/refunds'],
  ['change customers’ credit', 'POST /v1/customers/:id/balance_transactions'],
])('a restricted key that may not %s needs fixing', async (words, call) => {
  expect(await check()).toMatchObject({ state: 'ok' })
  proxy.break(call, 'forbidden')
  expect(await check()).toEqual({
    state: 'fix',
    message: `STRIPE_SECRET_KEY is a restricted key that may not ${words}. Use the secret key, or allow this in the Dashboard.`,
  })
  proxy.heal()
})
