import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../testing/lists.ts'
import { insertCustomer } from './store.ts'
import { findReturn, returnCredit } from './used-credit.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})
beforeEach(() => server.setNow(new Date('2026-07-01T02:00:00Z')))

const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }

async function addUser(email: string, creditCents: number): Promise<Person & { customer: string }> {
  const person = await server.addUser(email)
  const { id: customer } = await server.stripe.customers.create({ email })
  await insertCustomer(server.deps.db, { ownerId: person.id, id: customer, seenAt: new Date(0) })
  await book(customer, -creditCents)
  return { ...person, customer }
}
async function book(customer: string, amount: number): Promise<void> {
  await server.stripe.customers.createBalanceTransaction(customer, { amount, currency: 'aud' })
  await server.standIn.webhooksSettled()
}
const balanceOf = async (customer: string) => {
  const { data } = await server.stripe.customers.listBalanceTransactions(customer, { limit: 100 })
  return data.reduce((sum, { amount }) => sum + amount, 0)
}
const shown = async (person: Person) => (await server.call(api.payments.credit, {}, person)).body.creditCents
const createIntent = (person: Person, months: MonthName[]) =>
  server.call(api.payments.createIntent, { body: { months, plan: server.plans.pro } }, person)
const history = (person: Person) => listPayments(server, person)

describe('credit that was spent', () => {
  test('on the next form isn’t shown again when a job repeats its return', async () => {
    const una = await addUser('una@example.com', 300)
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
    expect(await balanceOf(una.customer)).toBe(0)
    expect(await shown(una)).toBe(0)
  })

  test('isn’t used again when the refund that returned it fails', async () => {
    const ned = await addUser('ned@example.com', 698)
    await server.pay((await createIntent(ned, ['Jul', 'Aug'])).body.clientSecret, 'pm_card_refundFail')
    const params = { id: (await history(ned))[0]!._id }
    const admin = await server.addUser('admin@example.com', { role: 'Admin' })
    await server.call(api.payments.refund, { params, body: { reason: 'asked' } }, admin)
    await expect.poll(() => balanceOf(ned.customer)).toBe(-698)
    await server.standIn.webhooksSettled()
    server.setEventsLost(true)
    await book(ned.customer, 698)
    server.setEventsLost(false)
    await server.passTo(new Date('2026-07-02T04:00:00Z'))
    expect(await history(ned)).toMatchObject([{ refundedCents: 0, creditReturnedCents: 698 }])
    expect(await balanceOf(ned.customer)).toBe(0)
  })
})
