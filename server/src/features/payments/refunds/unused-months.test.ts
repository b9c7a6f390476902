import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(new Date('2027-01-16T12:00:00Z'))
})

let userCount = 0
const addUser = () => server.addUser(`covered${++userCount}@example.com`)
const planOf = (person: Person) => planStateOf(server.deps, person.id)

describe('a subscription that covers purchased months', () => {
  const buy = async (person: Person, months: MonthName[]) => {
    const input = { body: { months, plan: server.plans.pro } }
    const { body } = await server.call(api.payments.createIntent, input, person)
    return body.clientSecret
  }
  const refundedOf = async (person: Person) => {
    const { body } = await server.call(api.payments.history, { query: {} }, person)
    return body.docs.find(({ months }) => months.length > 0)!.refundedCents
  }

  test('ends them and refunds their unused part', async () => {
    const may = await addUser()
    await server.pay(await buy(may, ['Jan', 'Feb', 'Mar']))
    expect(await planOf(may)).toMatchObject({ subscription: { kind: 'month' } })
    await server.subscribe(may, 'premium')
    const mail = await server.outbox.waitFor(may.email, { subject: 'earlier plan' })
    // Half of January in Sydney, and the other two in full.
    await expect.poll(() => refundedOf(may), { timeout: 15_000 }).toBe(243 + 2 * 499)
    expect(mail.subject).toContain('$12.41')
    expect(await planOf(may)).toMatchObject({
      subs_details: { planName: 'Premium', status: 'active' },
      subscription: { kind: 'recurring' },
    })
  })

  test('refunds months whose payment completed after it started', async () => {
    const una = await addUser()
    const secret = await buy(una, ['Mar'])
    await server.subscribe(una, 'pro')
    await server.pay(secret)
    await expect.poll(() => refundedOf(una), { timeout: 15_000 }).toBe(499)
  })

  test('keeps months that start after it ends', async () => {
    const vic = await addUser()
    await server.subscribe(vic, 'pro')
    await server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, vic)
    await server.standIn.webhooksSettled()
    await server.pay(await buy(vic, ['Jun']))
    await server.passTo(new Date(server.deps.now().getTime() + 3_600_000))
    expect(await refundedOf(vic)).toBe(0)
    const available = await server.call(api.payments.availableMonths, { body: { months: ['Jun'] } }, vic)
    expect(available.body.overlapped).toEqual(['Jun'])
  })
})
