import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, beforeAll } from 'vitest'
import { localKeys } from '@docketbox/local/stripe'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { runPaymentsCheck, runPaymentsSetup, withPayments } from './payments.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(new Date())
})

type Command = typeof runPaymentsCheck
const run = async (
  command: Command,
  changes: { publishableKey?: string; webhookSecret?: string } = {},
  { publicUrl }: { publicUrl: string } = server.deps,
) => {
  const { host, port, scriptUrl } = server.standIn
  const lines: string[] = []
  const account = { ...localKeys, ...changes, local: { host, port, scriptUrl } }
  const code = await command({ ...server.deps, publicUrl }, account, (line) => lines.push(line))
  return { code, output: lines.join('\n') }
}

test('without keys the command says what is missing', async () => {
  expect(() => withPayments({}, () => undefined, runPaymentsCheck)).toThrow(/STRIPE_SECRET_KEY/)
})

test('a new account is set up once, and then it is ready', async () => {
  const before = await run(runPaymentsCheck)
  expect(before.code).toBe(1)
  expect(before.output).toContain(
    'FIX   Webhook: There’s no endpoint at http://docketbox.test/api/payment-events.',
  )
  expect(before.output).toContain('FIX   Customer portal: It has no configuration.')

  const first = await run(runPaymentsSetup)
  expect(first.output).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w+$/m)
  const endpoints = await server.stripe.webhookEndpoints.list()
  expect(endpoints.data).toMatchObject([{ api_version: server.stripe.getApiField('version') }])

  const again = await run(runPaymentsSetup)
  expect(again.output).not.toContain('whsec_')
  expect(again.output.match(/is up to date/g)).toHaveLength(2)

  const after = await run(runPaymentsCheck)
  expect(after.output.split('\n').filter((line) => line.startsWith('FIX'))).toEqual([])
  expect(after.output).toContain('CHECK Billing mode: There’s no subscription yet')
  expect(after).toMatchObject({ code: 0, output: expect.stringMatching(/Payments are ready\.$/) })
})

const endpoint = async () => (await server.stripe.webhookEndpoints.list()).data[0]!
const productOf = (plan: string) => `plan_${plan.replaceAll('-', '')}`
const portal = async () => (await server.stripe.billingPortal.configurations.list({ active: true })).data[0]!

test.each<[string, () => unknown, RegExp, (() => unknown)?]>([
  ['a publishable key for another mode', () => undefined, /FIX   Keys: .*test mode/],
  [
    'a publishable key from another account',
    () => server.stripe.paymentIntents.create({ amount: 499, currency: 'aud' }),
    /FIX   Publishable key: .*different accounts/,
  ],
  [
    'an account of another country',
    () => server.standIn.setAccount({ country: 'US', default_currency: 'usd' }),
    /FIX   Account: It’s for US and usd/,
    () => server.standIn.setAccount({ country: 'AU', default_currency: 'aud' }),
  ],
  [
    'an account that can’t take payments',
    () => server.standIn.setAccount({ charges_enabled: false }),
    /FIX   Account: It can’t take payments yet/,
    () => server.standIn.setAccount({ charges_enabled: true }),
  ],
  [
    'cards that are off',
    () => server.standIn.setAccount({ methods: ['link'] }),
    /FIX   Payment methods: Cards are off/,
    () => server.standIn.setAccount({ methods: ['card', 'link'] }),
  ],
  [
    'an endpoint without one of our events',
    async () =>
      server.stripe.webhookEndpoints.update((await endpoint()).id, { enabled_events: ['invoice.paid'] }),
    /FIX   Webhook: It doesn’t send \d+ of the events that this version of Docketbox needs: payment_intent\.succeeded.*Run npm run admin -- payments setup\./,
  ],
  [
    'an endpoint with other events',
    async () => server.stripe.webhookEndpoints.update((await endpoint()).id, { enabled_events: ['*'] }),
    /FIX   Webhook: It sends events we don’t need: \*/,
  ],
  [
    'a disabled endpoint',
    async () => server.stripe.webhookEndpoints.update((await endpoint()).id, { disabled: true }),
    /FIX   Webhook: It’s disabled/,
  ],
  [
    'an endpoint of another API version',
    async () => {
      const { id, url, enabled_events } = await endpoint()
      await server.stripe.webhookEndpoints.del(id)
      await server.stripe.webhookEndpoints.create({
        url,
        enabled_events: enabled_events as ['invoice.paid'],
        api_version: '2024-06-20',
      })
    },
    /FIX   Webhook: It sends API version 2024-06-20/,
  ],
  [
    'a portal that lets people change plans without seeing the price',
    async () =>
      server.stripe.billingPortal.configurations.update((await portal()).id, {
        features: { invoice_history: { enabled: false } },
      }),
    /FIX   Customer portal: Its configuration was changed/,
  ],
  [
    'a portal that asks why people cancel',
    async () => {
      const cancellation_reason = { enabled: true, options: ['other' as const] }
      await server.stripe.billingPortal.configurations.update((await portal()).id, {
        features: { subscription_cancel: { enabled: true, cancellation_reason } },
      })
    },
    /FIX   Customer portal: Its configuration was changed/,
  ],
  [
    'a portal configuration that was deactivated',
    async () => server.stripe.billingPortal.configurations.update((await portal()).id, { active: false }),
    /FIX   Customer portal: It has no configuration/,
  ],
  [
    'a plan without its price',
    () =>
      server.deps.db
        .updateTable('plans')
        .set({ providerPriceId: 'price_lost' })
        .where('name', '=', 'Pro')
        .execute(),
    /FIX   Plans: Pro has no price/,
  ],
  [
    'a plan whose price was archived',
    async () => {
      const { data } = await server.stripe.prices.list({ product: productOf(server.plans.pro) })
      for (const { id } of data) await server.stripe.prices.update(id, { active: false })
    },
    /FIX   Plans: Pro has no price/,
  ],
  [
    'a plan whose product was archived',
    () => server.stripe.products.update(productOf(server.plans.pro), { active: false }),
    /FIX   Plans: No one can buy Pro: its product is archived in the Dashboard\. Run npm run admin -- payments setup\./,
  ],
])('%s is found, and setup or the owner puts it right', async (name, breakIt, expected, mend) => {
  await breakIt()
  const keys: Record<string, string> = { mode: 'pk_live_x', account: 'pk_test_another' }
  const publishableKey = name.startsWith('a publishable key') && keys[name.split(' ').at(-1)!]
  const changes = publishableKey ? { publishableKey } : {}
  const broken = await run(runPaymentsCheck, changes)
  expect(broken).toMatchObject({ code: 1, output: expect.stringMatching(expected) })
  if (mend) mend()
  else await run(runPaymentsSetup)
  expect(await run(runPaymentsCheck)).toMatchObject({ code: 0 })
})

test('the operator is asked to check deliveries until one has arrived, as none does with a wrong secret', async () => {
  let status = 400
  const endpoint = createServer((_, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const publicUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
  const check = async () => (await run(runPaymentsCheck, {}, { publicUrl })).output
  // No one answers at the other ones.
  for (const { id } of (await server.stripe.webhookEndpoints.list()).data)
    await server.stripe.webhookEndpoints.del(id)
  await server.stripe.webhookEndpoints.create({
    url: `${publicUrl}/api/payment-events`,
    enabled_events: ['*'],
  })
  const payment = { amount: 499, currency: 'aud', payment_method: 'pm_card_visa', confirm: true }
  await server.stripe.paymentIntents.create(payment)
  const finding = 'CHECK Deliveries: No event of a payment has arrived at this endpoint in the last 30 days.'
  expect(await check()).toContain(finding)
  status = 200
  await expect.poll(check).toContain('OK    Deliveries')
  endpoint.close()
})

test('while Stripe is unreachable, the check says where it stopped', async () => {
  server.standIn.setReachable(false)
  const { code, output } = await run(runPaymentsCheck)
  server.standIn.setReachable(true)
  expect(code).toBe(1)
  expect(output).toMatch(
    /FIX   Publishable key: Stripe didn’t respond \(ECONNRESET\), so we couldn’t run this check or the ones after it\..*\n1 to fix\./,
  )
})
