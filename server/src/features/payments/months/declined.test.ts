import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { closeAbandonedPayments } from './closing/close-payment.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
})

let userCount = 0
const createIntent = async (person: Person, months: MonthName[]) => {
  const body = { months, plan: server.plans.pro }
  return (await server.call(api.payments.createIntent, { body }, await server.signIn(person))).body
}
const decline = async () => {
  const person = await server.addUser(`declined${++userCount}@example.com`)
  const { clientSecret } = await createIntent(person, ['Oct'])
  await server.pay(clientSecret, 'pm_card_visa_chargeDeclined')
  return { person, clientSecret }
}
const statusesOf = async (person: Person) => {
  const history = await server.call(api.payments.history, { query: {} }, await server.signIn(person))
  return history.body.docs.map(({ status }) => status)
}
const failedThisMonth = async () => {
  const query = { from: '2026-07-01', to: '2026-07-31', state: 'failed' as const }
  const { body } = await server.call(api.payments.list, { query }, await server.signIn(admin))
  return body.totalDocs
}
const closeAbandoned = async () => {
  const run = { id: 'x', attempt: 1, isLast: true, signal: new AbortController().signal }
  await closeAbandonedPayments.handler(server.deps, {}, run)
  await server.standIn.webhooksSettled()
}

describe('a declined payment of months that was never paid', () => {
  test('still counts as failed after a day, when nothing can be paid any more', async () => {
    const { person, clientSecret } = await decline()
    const before = await failedThisMonth()
    server.setNow(new Date('2026-07-02T03:00:00Z'))
    await closeAbandoned()
    expect(await statusesOf(person)).toEqual(['failed'])
    expect(await failedThisMonth()).toBe(before)
    expect((await server.pay(clientSecret)).status).toBe('canceled')
    expect(await statusesOf(person)).toEqual(['failed'])
  })

  test('still counts as failed when other months are bought instead', async () => {
    const { person, clientSecret } = await decline()
    const other = await createIntent(person, ['Oct', 'Nov'])
    await server.standIn.webhooksSettled()
    expect((await server.pay(clientSecret)).status).toBe('canceled')
    await server.pay(other.clientSecret)
    expect(await statusesOf(person)).toEqual(['paid', 'failed'])
  })

  test('counts as failed even if that’s only heard once it’s closed', async () => {
    server.setEventsLost(true)
    const { person } = await decline()
    expect(await statusesOf(person)).toEqual(['open'])
    server.setEventsLost(false)
    await createIntent(person, ['Oct', 'Nov'])
    await server.standIn.webhooksSettled()
    expect(await statusesOf(person)).toEqual(['open', 'failed'])
  })
})
