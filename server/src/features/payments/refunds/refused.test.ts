import { api, paymentRefusals } from '@docketbox/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listAlerts, listPayments } from '../testing/lists.ts'
import { finishRefund } from './finish-refund.ts'
import { addRequest } from './requests-store.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('refused-desk@example.com', { role: 'Admin' })
})

afterEach(() => server.standIn.setBalanceEmpty(false))

async function subscribe(email: string) {
  const person = await server.addUser(email)
  await server.subscribe(person, 'pro')
  const { _id: id, payment_id } = (await listPayments(server, person))[0]!
  const refund = () =>
    server.call(api.payments.refund, { params: { id }, body: { amountCents: 100, reason: 'asked' } }, admin)
  return { person, id, intent: payment_id, refund }
}

test('administrators read why Stripe refused a refund, and can make it once that’s fixed', async () => {
  const { person, refund } = await subscribe('ann@example.com')
  server.standIn.setBalanceEmpty(true)
  const { code } = paymentRefusals.refundRefused
  const message =
    'Stripe refused this refund, so nothing was refunded. It says: Insufficient funds in your Stripe balance to refund this amount.'
  expect(await refund()).toMatchObject({ status: 409, body: { code, message } })
  server.standIn.setBalanceEmpty(false)
  expect((await refund()).status).toBe(200)
  await server.standIn.webhooksSettled()
  expect(await listPayments(server, person)).toMatchObject([{ refundedCents: 100 }])
})

test('administrators read that nothing is left if the payment was refunded in Stripe’s Dashboard a moment ago', async () => {
  const { intent, refund } = await subscribe('ben@example.com')
  server.setEventsLost(true)
  await server.stripe.refunds.create({ payment_intent: intent })
  server.setEventsLost(false)
  expect(await refund()).toMatchObject({ body: { code: paymentRefusals.notRefundable.code } })
})

test('administrators read that the bank took the payment back a moment ago', async () => {
  const { intent, refund } = await subscribe('cat@example.com')
  server.setEventsLost(true)
  server.standIn.dispute(intent)
  server.setEventsLost(false)
  expect(await refund()).toMatchObject({ body: { code: paymentRefusals.disputed.code } })
})

test('the alert about a refund that a job couldn’t make says why', async () => {
  const { person, id: payment } = await subscribe('dan@example.com')
  const request = { key: `refund-${payment}`, amountCents: 100 }
  await addRequest(server.deps.db, { ...request, paymentId: payment, requestedAt: server.deps.now() })
  server.standIn.setBalanceEmpty(true)
  const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  await finishRefund.handler(server.deps, { ...request, payment, actor: admin.id, refundedCents: 0 }, run)
  expect(await listAlerts(server, admin, person)).toEqual([
    'dan@example.com: we didn’t make the requested refund of $1.00, because Stripe refused it: Insufficient funds in your Stripe balance to refund this amount. Check what was refunded before you try again.',
  ])
})
