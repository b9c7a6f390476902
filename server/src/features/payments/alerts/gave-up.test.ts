import { api } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { returnCredit } from '../customers/balance-transactions.ts'
import { settleCreditLater } from '../customers/settle-credit.ts'
import { announceDecision } from '../disputes/announce.ts'
import { cancelRenewal, cancelRenewals, voidUnpaid } from '../plans/ending/cancel-renewals.ts'
import { endPlan } from '../plans/ending/end-older-plans.ts'
import { reportCredit } from '../plans/ending/report-credit.ts'
import { closeCheckouts, endUnpaidPlan } from '../plans/subscribing/close-checkouts.ts'
import { listAlerts, listPayments } from '../testing/lists.ts'
import { finishPaying } from '../months/credit/pay-with-credit.ts'
import { payOutCredit } from '../refunds/credit-refunds/pay-out.ts'
import { finishRefund } from '../refunds/finish-refund.ts'
import { refundPart } from '../refunds/owed/refund-part.ts'
import { refundWhole } from '../refunds/owed/refund-whole.ts'
import { refundLateBills } from '../webhook/late-bills.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('gave-up-desk@example.com', { role: 'Admin' })
})

afterEach(() => server.standIn.setReachable(true))

const lastRun = { id: '1', attempt: 301, isLast: true, signal: new AbortController().signal }

test.each<[string, Pick<Job, 'options'>]>(
  Object.entries({
    announceDecision,
    cancelRenewal,
    cancelRenewals,
    closeCheckouts,
    endPlan,
    endUnpaidPlan,
    finishPaying,
    finishRefund,
    payOutCredit,
    refundLateBills,
    refundPart,
    refundWhole,
    reportCredit,
    returnCredit,
    settleCreditLater,
    voidUnpaid,
  }),
)('%s is tried for twelve days, and the queue deletes it after fourteen', (_, { options }) => {
  const { retries = 0, retryDelaySeconds = 0 } = options
  const delays = Array.from({ length: retries }, (_, at) => Math.min(retryDelaySeconds * 2 ** at, 3600))
  const days = (delays.reduce((sum, seconds) => sum + seconds, 0) * 1000) / DAY_MS
  expect([days > 12, days < 13.5]).toEqual([true, true])
})

test('the alert after a day comes after a day', () => {
  const { retryDelaySeconds = 0 } = endPlan.options
  const delays = Array.from({ length: 30 }, (_, at) => Math.min(retryDelaySeconds * 2 ** at, 3600))
  const hours = delays.reduce((sum, seconds) => sum + seconds, 0) / 3600
  expect(Math.floor(hours)).toBe(24)
})

test('administrators learn after a day that a plan couldn’t be ended yet, and again once we give up, by email too', async () => {
  const cat = await server.addUser('cat@example.com')
  const { subscription } = await server.subscribe(cat, 'pro')
  server.standIn.setReachable(false)
  const data = endPlan.schema.parse({ subscription })
  const fail = async (run: Partial<typeof lastRun>) => {
    await expect(endPlan.handler(server.deps, data, { ...lastRun, ...run })).rejects.toThrow(
      'connection to Stripe',
    )
    return listAlerts(server, admin, cat)
  }
  expect(await fail({ attempt: 30, isLast: false })).toEqual([])
  const tried = (time: string) =>
    `cat@example.com: we’ve tried for ${time} to end ${subscription as string} at Stripe. The server’s log says why we couldn’t.`
  expect(await fail({ attempt: 31, isLast: false })).toEqual([
    `${tried('a day')} We’ll keep trying for eleven more days.`,
  ])
  expect(await fail({})).toEqual([
    `${tried('twelve days')} In Stripe’s Dashboard, cancel it, check what was refunded first, and refund the rest of its unused time.`,
  ])
  await fail({})
  const mailed = (time: string) => server.outbox.sent.filter(({ text }) => text.includes(tried(time))).length
  await expect.poll(() => [mailed('a day'), mailed('twelve days')]).toEqual([1, 1])
})

test('the alert after a day goes away once the task succeeds', async () => {
  const zoe = await server.addUser('zoe@example.com')
  const { subscription } = await server.subscribe(zoe, 'pro')
  const attempt = (number: number) =>
    voidUnpaid.handler(
      server.deps,
      { subscription: subscription as string },
      { ...lastRun, attempt: number, isLast: false },
    )
  server.standIn.setReachable(false)
  await expect(attempt(31)).rejects.toThrow('connection to Stripe')
  expect(await listAlerts(server, admin, zoe)).toHaveLength(1)
  server.standIn.setReachable(true)
  await attempt(40)
  expect(await listAlerts(server, admin, zoe)).toEqual([])
})

test('administrators learn that a refunded plan couldn’t be ended at Stripe', async () => {
  const ann = await server.addUser('ann@example.com')
  const { subscription } = await server.subscribe(ann, 'premium')
  const [payment] = await listPayments(server, ann)
  server.standIn.setReachable(false)
  const data = endPlan.schema.parse({ subscription, returned: payment!._id })
  await expect(endPlan.handler(server.deps, data, { ...lastRun, isLast: false })).rejects.toThrow(
    'connection to Stripe',
  )
  expect(await listAlerts(server, admin, ann)).toEqual([])
  await expect(endPlan.handler(server.deps, data, lastRun)).rejects.toThrow('connection to Stripe')
  expect(await listAlerts(server, admin, ann)).toEqual([
    `ann@example.com: we’ve tried for twelve days to end ${subscription as string} at Stripe. The server’s log says why we couldn’t. In Stripe’s Dashboard, cancel it.`,
  ])
})

test('administrators learn that a closed account’s plan may still renew', async () => {
  const ben = await server.addUser('ben@example.com')
  await server.subscribe(ben, 'pro')
  const closed = { closedAt: server.deps.now(), purgeAt: server.later(30) }
  await server.deps.db.updateTable('users').set(closed).where('id', '=', ben.id).execute()
  server.standIn.setReachable(false)
  await expect(cancelRenewals.handler(server.deps, { owner: ben.id }, lastRun)).rejects.toThrow(
    'connection to Stripe',
  )
  expect(await listAlerts(server, admin, ben)).toEqual([
    'ben@example.com: we’ve tried for twelve days to cancel their renewals at Stripe. The server’s log says why we couldn’t. In Stripe’s Dashboard, cancel their subscriptions.',
  ])
})

test('administrators learn that a refund we owe couldn’t be made', async () => {
  const dee = await server.addUser('dee@example.com')
  await server.subscribe(dee, 'pro')
  const [payment] = await listPayments(server, dee)
  const client = async () => {
    throw new Error('No idea.')
  }
  const deps = { ...server.deps, payments: { ...server.deps.payments, client } }
  const part = refundPart.schema.parse({ payment: payment!._id, amountCents: 100 })
  await expect(refundPart.handler(deps, part, lastRun)).rejects.toThrow('No idea.')
  const whole = refundWhole.schema.parse({ intent: payment!.payment_id })
  await expect(refundWhole.handler(deps, whole, lastRun)).rejects.toThrow('No idea.')
  const tried = (what: string) =>
    `dee@example.com: we’ve tried for twelve days to ${what}. The server’s log says why we couldn’t. In Stripe’s Dashboard,`
  expect((await listAlerts(server, admin, dee)).toSorted()).toEqual([
    `${tried('make a full refund that we owe them')} refund the rest of the payment.`,
    `${tried('refund the $1.00 that we owe them')} check what was refunded, and refund the rest.`,
  ])
})

test('administrators learn that credit of a deleted account couldn’t be refunded', async () => {
  const { id: customerId } = await server.stripe.customers.create({ email: 'eva@example.com' })
  const refund = { id: newId(), ownerId: null, customerId, afterTransaction: 'none', amountCents: 500 }
  await server.deps.db
    .insertInto('creditRefunds')
    .values({ ...refund, requestedAt: server.deps.now(), state: 'open' })
    .execute()
  server.standIn.setReachable(false)
  await expect(payOutCredit.handler(server.deps, { refund: refund.id }, lastRun)).rejects.toThrow(
    'connection to Stripe',
  )
  const { body } = await server.call(api.payments.alerts, {}, await server.signIn(admin))
  expect(body.alerts[0]!.message).toMatch(/^A customer: we’ve tried for twelve days to refund their credit\./)
})
