import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

// 22 November in Sydney.
const start = new Date('2026-11-22T01:00:00Z')
let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(start)
})
beforeEach(() => server.setNow(start))

const confirmation = async (person: Person, payment_intent: string) =>
  (await server.call(api.payments.confirmation, { query: { payment_intent } }, person)).body.payment
const picker = async (person: Person) =>
  (await server.call(api.payments.availableMonths, { body: { months: ['Nov', 'Dec'] } }, person)).body

async function buy(person: Person, months: ('Dec' | 'Jan' | 'Nov')[]) {
  const input = { body: { months, plan: server.plans.pro } }
  const { clientSecret } = (await server.call(api.payments.createIntent, input, person)).body
  const [intent] = clientSecret.split('_secret_') as [string]
  return { clientSecret, intent }
}

describe('the confirmation of a payment', () => {
  test('shows the server’s status, to its owner only', async () => {
    const ann = await server.addUser('ann@example.com')
    const { clientSecret, intent } = await buy(ann, ['Nov'])
    expect(await confirmation(ann, intent)).toMatchObject({ status: 'open' })
    await server.pay(clientSecret)
    expect(await confirmation(ann, intent)).toMatchObject({
      status: 'paid',
      planName: 'Pro',
      months: ['Nov 2026'],
    })
    const ben = await server.addUser('ben@example.com')
    expect(await confirmation(ben, intent)).toBeNull()
    expect(await confirmation(ann, 'pi_unknown')).toBeNull()
  })
})

describe('the month picker', () => {
  test('shows when each month starts and ends and how many days are left', async () => {
    const dee = await server.addUser('dee@example.com')
    const { overlapped, months } = await picker(dee)
    expect(overlapped).toEqual([])
    expect(months.slice(0, 2)).toEqual([
      {
        month: 'Nov',
        year: 2026,
        isTaken: false,
        startsOn: '2026-11-01',
        endsOn: '2026-11-30',
        daysLeft: 9,
        covered: null,
      },
      {
        month: 'Dec',
        year: 2026,
        isTaken: false,
        startsOn: '2026-12-01',
        endsOn: '2026-12-31',
        daysLeft: 31,
        covered: null,
      },
    ])
  })

  test('does not offer the current month during a trial, but the months after it', async () => {
    const eve = await server.addUser('eve@example.com')
    await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, eve)
    const { overlapped, months } = await picker(eve)
    expect(overlapped).toEqual(['Nov'])
    expect(months[0]).toMatchObject({ isTaken: true, covered: null })
    expect(months[1]).toMatchObject({ isTaken: false, covered: { planName: 'Trial', until: '2026-12-22' } })
    const input = { body: { months: ['Nov' as const], plan: server.plans.pro } }
    expect(await server.call(api.payments.createIntent, input, eve)).toMatchObject({ status: 409 })

    const { clientSecret } = await buy(eve, ['Dec', 'Jan'])
    await server.pay(clientSecret)
    // "Trial until 22 Dec, then Pro until 31 Jan".
    expect(await planStateOf(server.deps, eve.id)).toMatchObject({
      subs_details: { planName: 'Trial', currentPeriodEnd: '2026-12-22T13:00:00.000Z' },
      upcoming: {
        planName: 'Pro',
        startsAt: '2026-11-30T13:00:00.000Z',
        endsAt: '2027-01-31T13:00:00.000Z',
      },
    })
  })

  test('says until when the trial covers the current month, unless it’s paid for', async () => {
    const kit = await server.addUser('kit@example.com')
    await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, kit)
    server.setNow(new Date('2026-12-01T01:00:00Z'))
    const december = async () => (await picker(await server.signIn(kit))).months[0]
    const covered = { planName: 'Trial', until: '2026-12-22' }
    expect(await december()).toMatchObject({ month: 'Dec', isTaken: true, covered })
    server.setNow(start)
    const { clientSecret } = await buy(kit, ['Dec'])
    await server.pay(clientSecret)
    server.setNow(new Date('2026-12-01T01:00:00Z'))
    expect(await december()).toMatchObject({ month: 'Dec', isTaken: true, covered: null })
  })
})

test('an empty payment history has one page', async () => {
  const fay = await server.addUser('fay@example.com')
  const { body } = await server.call(api.payments.history, { query: {} }, fay)
  expect(body).toEqual({ docs: [], totalPages: 1, page: 1, totalDocs: 0 })
})
