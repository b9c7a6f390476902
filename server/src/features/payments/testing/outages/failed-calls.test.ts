import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { closePayment } from '../../months/closing/close-payment.ts'
import { returnCredit } from '../../customers/balance-transactions.ts'
import { createOnce } from '../../stripe.ts'
import { creditAtStripe } from '../at-stripe.ts'
import { addUserWithCredit } from '../credit.ts'
import { customerRow, paymentsOf, startWorld, type World } from './set-up.ts'

let world: World
beforeAll(async () => {
  world = { ...(await startWorld()), expect }
})

test('a second press opens the page to subscribe after an error of Stripe’s own', async () => {
  const { server, proxy, direct } = world
  const ann = await server.addUser('failed-page@example.com')
  const press = () => server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, ann)
  proxy.break('POST /v1/checkout/sessions', 'failed')
  expect(await press()).toMatchObject({ status: 503, body: { code: paymentRefusals.unavailable.code } })
  proxy.heal()
  const opened = await press()
  expect(opened).toMatchObject({ status: 200, body: { url: expect.stringContaining('/c/pay/') } })
  expect((await press()).body).toEqual(opened.body)
  const customer = (await customerRow(world, ann))!.id
  expect((await direct.checkout.sessions.list({ customer })).data).toHaveLength(1)
})

test('credit that a payment had taken comes back once after an error of Stripe’s own', async () => {
  const { server, proxy, direct } = world
  const bob = await addUserWithCredit(server, 'failed-credit@example.com', 300)
  const body = { months: ['Sep' as const], plan: server.plans.pro }
  await server.call(api.payments.createIntent, { body }, bob)
  const credit = () => creditAtStripe({ ...server, stripe: direct }, bob.customer)
  expect(await credit()).toBe(0)

  const queued: unknown[] = []
  const enqueue: Jobs['enqueue'] = async (_, job, data) =>
    void (job.name === returnCredit.name && queued.push(data))
  const deps = { ...server.deps, jobs: { ...server.deps.jobs, enqueue } }
  await closePayment(deps, (await paymentsOf(world, bob))[0]!.id, 'canceled')
  const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
  const runQueued = () => returnCredit.handler(deps, returnCredit.schema.parse(queued.shift()), run)
  proxy.break('POST /v1/customers/:id/balance_transactions', 'failed')
  await runQueued()
  expect(queued).toHaveLength(1)
  proxy.heal()
  queued.push(queued[0])
  await runQueued()
  await runQueued()
  expect(queued).toEqual([])
  expect(await credit()).toBe(300)
})

test('what Stripe failed to make is made once, however much later it’s repeated', async () => {
  const { server, proxy } = world
  let keys: string[] = []
  const make = () =>
    createOnce(
      'failed-customer',
      (options) => {
        keys.push(options.idempotencyKey)
        return server.stripe.customers.create(
          { email: 'eve@example.com' },
          { ...options, maxNetworkRetries: 0 },
        )
      },
      async () => undefined,
    )
  proxy.break('POST /v1/customers', 'failed')
  await expect(make()).rejects.toMatchObject({ type: 'StripeAPIError' })
  proxy.heal()
  const { id } = await make()
  keys = []
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
  expect(await make()).toMatchObject({ id })
  later.mockRestore()
  expect(keys).toEqual(['failed-customer', expect.stringMatching(/^failed-customer-req_\w+$/)])
})

test('what Stripe failed to make twice is made all the same', async () => {
  const { server, proxy } = world
  const make = () =>
    createOnce(
      'twice-failed-customer',
      (options) =>
        server.stripe.customers.create({ email: 'eve@example.com' }, { ...options, maxNetworkRetries: 0 }),
      async () => undefined,
    )
  proxy.break('POST /v1/customers', 'failed')
  await expect(make()).rejects.toMatchObject({ type: 'StripeAPIError' })
  await expect(make()).rejects.toMatchObject({ type: 'StripeAPIError' })
  proxy.heal()
  expect(await make()).toMatchObject({ object: 'customer' })
})
