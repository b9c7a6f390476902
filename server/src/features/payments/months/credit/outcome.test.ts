import { api, paymentTexts } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { addUserWithCredit } from '../../testing/credit.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
  server.setNow(new Date('2026-07-01T02:00:00Z'))
})

const order = () => ({ months: ['Jul' as const, 'Aug' as const], plan: server.plans.pro })

const outcome = async (person: Person, seconds: number) =>
  (await server.call(api.payments.creditOutcome, { body: { ...order(), seconds } }, person)).body
const notDone = { state: 'notDone', message: paymentTexts.creditNotUsed }

test('a payment with credit isn’t called off while its request may still be on its way', async () => {
  const ann = await addUserWithCredit(server, 'ann@example.com', 1200)
  expect(await outcome(ann, 5)).toEqual({ state: 'checking' })
  expect(await outcome(ann, 100)).toEqual(notDone)
  await server.call(api.payments.payWithCredit, { body: order() }, ann)
  expect(await outcome(ann, 5)).toEqual({ state: 'done' })
})

test('a time before all calendars is refused', async () => {
  const dee = await server.addUser('dee@example.com')
  const body = { ...order(), seconds: Number.MAX_SAFE_INTEGER }
  expect(await server.call(api.payments.creditOutcome, { body }, dee)).toMatchObject({ status: 400 })
  expect(await outcome(dee, 3_000_000_000)).toEqual(notDone)
})

test('an earlier payment for the same months, which was refunded, isn’t taken for it', async () => {
  const bea = await addUserWithCredit(server, 'bea@example.com', 1200)
  const admin = await server.addUser('desk@example.com', { role: 'Admin' })
  await server.call(api.payments.payWithCredit, { body: order() }, bea)
  const [payment] = (await server.call(api.payments.list, { query: { find: bea.email } }, admin)).body.docs
  const body = { amountCents: 998, refundableCents: 998, reason: 'asked' }
  const refund = await server.call(api.payments.refund, { params: { id: payment!._id }, body }, admin)
  expect(refund).toMatchObject({ status: 200 })
  server.setNow(new Date('2026-07-01T02:10:00Z'))
  expect(await outcome(bea, 5)).toEqual({ state: 'checking' })
  expect(await outcome(bea, 100)).toEqual(notDone)
})

test('months that were paid for before midnight are found after it, when their names mean the next year’s', async () => {
  const cal = await addUserWithCredit(server, 'cal@example.com', 1200)
  server.setNow(new Date('2026-07-31T13:59:50Z'))
  await server.call(api.payments.payWithCredit, { body: order() }, await server.signIn(cal))
  // Midnight in Sydney was a minute ago.
  server.setNow(new Date('2026-07-31T14:01:30Z'))
  expect(await outcome(await server.signIn(cal), 100)).toEqual({ state: 'done' })
})
