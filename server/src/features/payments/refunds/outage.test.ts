import { api, paymentRefusals } from '@docketbox/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { addUserWithCredit } from '../testing/credit.ts'
import { listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('outage-desk@example.com', { role: 'Admin' })
})

afterEach(() => server.standIn.setReachable(true))

test('while Stripe can’t be reached, administrators read that nothing was refunded', async () => {
  const ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'pro')
  const [payment] = await listPayments(server, ann)
  const params = { id: payment!._id }
  server.standIn.setReachable(false)
  const limits = await server.call(api.payments.refundLimits, { params }, admin)
  expect(limits).toMatchObject({ status: 503, body: { code: paymentRefusals.refundLimitsUnavailable.code } })
  const refund = async () =>
    (await server.call(api.payments.refund, { params, body: { amountCents: 100, reason: 'asked' } }, admin))
      .body
  expect(await refund()).toMatchObject({ code: paymentRefusals.refundUnavailable.code })
  // An earlier press whose outcome isn't known.
  await server.deps.db
    .insertInto('refundRequests')
    .values({ key: 'refund-1', paymentId: params.id, amountCents: 100, requestedAt: server.deps.now() })
    .execute()
  expect(await refund()).toMatchObject({ code: paymentRefusals.refundUnknown.code })
})

test('while Stripe can’t be reached, administrators read that no credit was refunded', async () => {
  const bo = await addUserWithCredit(server, 'bo@example.com', 500)
  const params = { userId: bo.id }
  server.standIn.setReachable(false)
  const credit = await server.call(api.payments.customerCredit, { params }, admin)
  expect(credit).toMatchObject({ status: 503, body: { code: paymentRefusals.refundLimitsUnavailable.code } })
  const refund = async () => {
    const body = { amountCents: 500, creditCents: 500, reason: 'asked' }
    return (await server.call(api.payments.refundCredit, { params, body }, admin)).body
  }
  expect(await refund()).toMatchObject({ code: paymentRefusals.refundUnavailable.code })
  await server.deps.db
    .insertInto('creditRefunds')
    .values({
      id: newId(),
      ownerId: bo.id,
      customerId: bo.customer,
      afterTransaction: 'cbtxn_1',
      amountCents: 500,
      state: 'open',
      requestedAt: server.deps.now(),
    })
    .execute()
  expect(await refund()).toMatchObject({ code: paymentRefusals.refundUnknown.code })
})
