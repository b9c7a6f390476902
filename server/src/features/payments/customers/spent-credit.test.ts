import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { addCredit, addUserWithCredit } from '../testing/credit.ts'
import { listPayments } from '../testing/lists.ts'
import { returnCredit } from './balance-transactions.ts'
import { findCustomer } from './store.ts'
import { findReturn } from './used-credit.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})
beforeEach(() => server.setNow(new Date('2026-07-01T02:00:00Z')))

const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }

const shown = async (person: Person) => (await server.call(api.payments.credit, {}, person)).body.creditCents
const createIntent = (person: Person, months: MonthName[]) =>
  server.call(api.payments.createIntent, { body: { months, plan: server.plans.pro } }, person)
const history = (person: Person) => listPayments(server, person)

describe('credit that was spent', () => {
  test('on the next form isn’t shown again when a job repeats its return', async () => {
    const una = await addUserWithCredit(server, 'una@example.com', 300)
    await createIntent(una, ['Jul', 'Aug'])
    await createIntent(una, ['Jul'])
    await server.standIn.webhooksSettled()
    const { id } = await server.deps.db
      .selectFrom('payments')
      .select('id')
      .where('ownerId', '=', una.id)
      .where('status', '=', 'canceled')
      .executeTakeFirstOrThrow()
    await returnCredit.handler(server.deps, (await findReturn(server.deps.db, id))!, run)
    expect(await creditAtStripe(server, una.customer)).toBe(0)
    expect(await shown(una)).toBe(0)
  })

  test('isn’t used again when the refund that returned it fails', async () => {
    const ned = await addUserWithCredit(server, 'ned@example.com', 698)
    await server.pay((await createIntent(ned, ['Jul', 'Aug'])).body.clientSecret, 'pm_card_refundFail')
    const params = { id: (await history(ned))[0]!._id }
    const admin = await server.addUser('admin@example.com', { role: 'Admin' })
    await server.call(api.payments.refund, { params, body: { reason: 'asked' } }, admin)
    await expect.poll(() => creditAtStripe(server, ned.customer)).toBe(698)
    await server.standIn.webhooksSettled()
    server.setEventsLost(true)
    await addCredit(server, ned.customer, -698)
    server.setEventsLost(false)
    await server.passTo(new Date('2026-07-02T04:00:00Z'))
    expect(await history(ned)).toMatchObject([{ refundedCents: 0, creditReturnedCents: 698 }])
    expect(await creditAtStripe(server, ned.customer)).toBe(0)
  })

  test('isn’t used again either if payments had returned credit to a customer that was deleted since', async () => {
    const eli = await addUserWithCredit(server, 'eli@example.com', 500)
    await createIntent(eli, ['Jul', 'Aug'])
    await createIntent(eli, ['Jul', 'Sep'])
    await server.stripe.customers.del(eli.customer)
    await createIntent(eli, ['Aug', 'Sep'])
    const { id: customer } = (await findCustomer(server.deps.db, eli.id))!
    expect(customer).not.toBe(eli.customer)
    await addCredit(server, customer, 300)
    await server.pay((await createIntent(eli, ['Jul', 'Aug'])).body.clientSecret, 'pm_card_refundFail')
    const params = { id: (await history(eli))[0]!._id }
    const admin = await server.addUser('admin2@example.com', { role: 'Admin' })
    await server.call(api.payments.refund, { params, body: { reason: 'asked' } }, admin)
    await expect.poll(() => creditAtStripe(server, customer)).toBe(300)
    await server.standIn.webhooksSettled()
    await addCredit(server, customer, -300)
    await server.passTo(new Date('2026-07-02T04:00:00Z'))
    expect((await history(eli))[0]).toMatchObject({ refundedCents: 0, creditReturnedCents: 300 })
    expect(await creditAtStripe(server, customer)).toBe(0)
  })
})
