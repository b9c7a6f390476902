import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(new Date('2027-01-16T12:00:00Z'))
})

let people = 0
const somebody = () => server.addUser(`covered${++people}@example.com`)
const standing = (person: Person) => planStateOf(server.deps, person.id)

describe('a plan that renews beside months bought one by one', () => {
  const buy = async (person: Person, months: MonthName[]) => {
    const input = { body: { months, plan: server.plans.pro } }
    const { body } = await server.call(api.payments.createIntent, input, person)
    return body.clientSecret
  }
  const given = async (person: Person) => {
    const { body } = await server.call(api.payments.history, { query: {} }, person)
    return body.docs.find(({ months }) => months.length > 0)!.refundedCents
  }

  test('is paid alone: what is unused of the months comes back, and they end', async () => {
    const may = await somebody()
    await server.pay(await buy(may, ['Jan', 'Feb', 'Mar']))
    expect(await standing(may)).toMatchObject({ subscription: { kind: 'month' } })
    await server.subscribe(may, 'premium')
    const mail = await server.outbox.waitFor(may.email, { subject: 'earlier plan' })
    // Half of January as it is counted in Melbourne, and the two others whole.
    await expect.poll(() => given(may), { timeout: 15_000 }).toBe(243 + 2 * 499)
    expect(mail.subject).toContain('$12.41')
    expect(await standing(may)).toMatchObject({
      subs_details: { planName: 'Premium', status: 'active' },
      subscription: { kind: 'recurring' },
    })
  })

  test('gives back months whose payment was begun before and finished after', async () => {
    const una = await somebody()
    const secret = await buy(una, ['Mar'])
    await server.subscribe(una, 'pro')
    await server.pay(secret)
    await expect.poll(() => given(una), { timeout: 15_000 }).toBe(499)
  })

  test('leaves months alone that were bought for the time after it', async () => {
    const vic = await somebody()
    await server.subscribe(vic, 'pro')
    await server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, vic)
    await server.standIn.webhooksSettled()
    await server.pay(await buy(vic, ['Jun']))
    await server.passTo(new Date(server.deps.now().getTime() + 3_600_000))
    expect(await given(vic)).toBe(0)
    const taken = await server.call(api.payments.availableMonths, { body: { months: ['Jun'] } }, vic)
    expect(taken.body.overlapped).toEqual(['Jun'])
  })
})
