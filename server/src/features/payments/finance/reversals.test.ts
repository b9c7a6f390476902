import { api, sydneyDay } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { findDispute, winDispute } from '../testing/disputes.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('desk@example.com', { role: 'Admin' })
})

const today = () => sydneyDay(server.deps.now())

let userCount = 0

async function buyJuly(card: string) {
  const person = await server.addUser(`payer${++userCount}@example.com`)
  const body = { months: ['Jul' as const], plan: server.plans.pro }
  const { clientSecret } = (await server.call(api.payments.createIntent, { body }, person)).body
  await server.pay(clientSecret, card)
  const { docs } = (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body
  return docs[0]!
}

/** Day, type, received and GST of each exported line of a payment that's about money. */
async function linesOf(payment: string, query: { from?: string; to?: string } = {}) {
  const desk = await server.signIn(admin)
  const find = { ...query, find: payment }
  const { body } = await server.call(api.payments.export, { query: { ...find, format: 'csv' } }, desk)
  const { sums } = (await server.call(api.payments.list, { query: find }, desk)).body
  const lines = body
    .toString()
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([, type]) => type !== 'Adjustment note')
    .map((cells) => [cells[0], cells[1], Number(cells.at(-5)), Number(cells.at(-4))] as const)
  const total = lines.reduce((sum, [, , received]) => sum + Math.round(received * 100), 0)
  expect(total).toBe(sums!.receivedCents - sums!.refundedCents - sums!.disputedCents)
  return lines
}

test('a refund that the bank returns changes no earlier day of the books', async () => {
  const { _id: id, payment_id: intent } = await buyJuly('pm_card_refundFail')
  const paidOn = today()
  await server.call(
    api.payments.refund,
    { params: { id }, body: { reason: 'asked' } },
    await server.signIn(admin),
  )
  await server.standIn.webhooksSettled()
  const lodged = await linesOf(intent, { to: paidOn })
  expect(lodged).toEqual([
    [paidOn, 'Payment', 4.99, 0.45],
    [paidOn, 'Refund', -4.99, -0.45],
  ])
  await server.passTo(server.later(1.1))
  await server.standIn.webhooksSettled()
  expect(await linesOf(intent, { to: paidOn })).toEqual(lodged)
  expect(await linesOf(intent)).toEqual([...lodged, [today(), 'Refund returned', 4.99, 0.45]])
})

test('a dispute that we win changes no earlier day of the books', async () => {
  const { payment_id: intent } = await buyJuly('pm_card_createDispute')
  await server.standIn.webhooksSettled()
  const openedOn = today()
  const lodged = await linesOf(intent)
  expect(lodged).toEqual([
    [openedOn, 'Payment', 4.99, 0.45],
    [openedOn, 'Dispute', -4.99, -0.45],
  ])
  await server.passTo(server.later(3))
  await winDispute(server, await findDispute(server, { payment_id: intent }))
  expect(await linesOf(intent, { to: openedOn })).toEqual(lodged)
  expect(await linesOf(intent)).toEqual([...lodged, [today(), 'Dispute won', 4.99, 0.45]])
})

test('an inquiry that takes no money isn’t in the books', async () => {
  const { payment_id: intent } = await buyJuly('pm_card_createDisputeInquiry')
  await server.standIn.webhooksSettled()
  expect(await linesOf(intent)).toEqual([[today(), 'Payment', 4.99, 0.45]])
})
