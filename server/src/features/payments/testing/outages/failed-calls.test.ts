import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { closePayment } from '../../months/closing/close-payment.ts'
import { returnCredit } from '../../customers/balance-transactions.ts'
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
