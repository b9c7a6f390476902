import { api, type SubscriptionSet } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let admin: Person
const plans: Record<string, string> = {}

type Span = {
  plan: 'Trial' | 'Pro' | 'Premium'
  kind: 'trial' | 'month' | 'recurring'
  from: string
  until: string
  cancels?: boolean
  isPending?: boolean
  ended?: string
}

/** By the owner's name. It's 15 November 2026. */
const spans: Record<string, Span[]> = {
  renewing: [{ plan: 'Pro', kind: 'recurring', from: '2026-06-10', until: '2026-12-10' }],
  quarterly: [{ plan: 'Premium', kind: 'recurring', from: '2026-09-20', until: '2026-12-20' }],
  due: [{ plan: 'Pro', kind: 'recurring', from: '2026-10-14', until: '2026-11-14' }],
  leaving: [{ plan: 'Pro', kind: 'recurring', from: '2026-10-20', until: '2026-11-20', cancels: true }],
  left: [{ plan: 'Pro', kind: 'recurring', from: '2026-09-05', until: '2026-11-05', cancels: true }],
  refunded: [
    { plan: 'Pro', kind: 'recurring', from: '2026-09-10', until: '2026-10-10', ended: '2026-10-02' },
  ],
  brief: [{ plan: 'Pro', kind: 'recurring', from: '2026-10-02', until: '2026-11-02', ended: '2026-10-09' }],
  pending: [{ plan: 'Pro', kind: 'recurring', from: '2026-10-04', until: '2026-11-04', isPending: true }],
  pendingLast: [
    {
      plan: 'Pro',
      kind: 'recurring',
      from: '2026-10-03',
      until: '2026-11-03',
      isPending: true,
      cancels: true,
    },
  ],
  givenUp: [{ plan: 'Pro', kind: 'recurring', from: '2026-10-02', until: '2026-11-01', isPending: true }],
  unpaid: [{ plan: 'Pro', kind: 'recurring', from: '2026-09-11', until: '2026-11-11' }],
  endedUnpaid: [
    { plan: 'Pro', kind: 'recurring', from: '2026-09-25', until: '2026-10-25', ended: '2026-11-08' },
  ],
  monthly: [
    { plan: 'Pro', kind: 'month', from: '2026-11-01', until: '2026-12-01' },
    { plan: 'Pro', kind: 'month', from: '2026-12-01', until: '2027-01-01' },
  ],
  trying: [{ plan: 'Trial', kind: 'trial', from: '2026-11-01', until: '2026-12-01' }],
  ahead: [
    { plan: 'Trial', kind: 'trial', from: '2026-11-02', until: '2026-12-02' },
    { plan: 'Pro', kind: 'recurring', from: '2026-11-03', until: '2026-12-03' },
  ],
  tried: [{ plan: 'Trial', kind: 'trial', from: '2026-09-20', until: '2026-10-20' }],
  convinced: [
    { plan: 'Trial', kind: 'trial', from: '2026-09-21', until: '2026-10-21' },
    { plan: 'Pro', kind: 'month', from: '2026-10-25', until: '2026-10-31' },
  ],
}

beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-15T00:00:00Z'))
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  for (const { id, name } of await server.deps.db.selectFrom('plans').select(['id', 'name']).execute())
    plans[name] = id
  for (const [name, periods] of Object.entries(spans)) {
    const owner = await server.addUser(`${name}@example.com`)
    for (const span of periods) await insert(owner.id, span)
  }
})

function insert(
  ownerId: string,
  { plan, kind, from, until, cancels = false, isPending = false, ended }: Span,
) {
  const at = (day: string) => new Date(`${day}T00:00:00+11:00`)
  return server.deps.db
    .insertInto('subscriptions')
    .values({
      id: newId(),
      ownerId,
      planId: plans[plan]!,
      kind,
      ...(kind === 'month' && { month: `${from.slice(0, 8)}01` }),
      ...(kind === 'recurring' && { providerSubscriptionId: newId(), providerCustomerId: 'cus_1' }),
      periodStart: at(from),
      periodEnd: at(until),
      cancelsAtPeriodEnd: cancels,
      isRenewalPending: isPending,
      endedAt: ended ? at(ended) : null,
      createdAt: at(from),
      updatedAt: at(from),
    })
    .execute()
}

const figures = async () => (await server.call(api.subscriptions.figures, {}, admin)).body
const counted = async (set: SubscriptionSet, more: { month?: string; plan?: string } = {}) => {
  const { body } = await server.call(api.subscriptions.counted, { query: { set, ...more } }, admin)
  expect(body.totalDocs).toBe(body.docs.length)
  return body.docs.map(({ user }) => user!.email.split('@')[0]!).toSorted()
}

describe('the figures of subscriptions', () => {
  test('count running subscriptions by plan, and the monthly revenue of renewing ones', async () => {
    expect(await figures()).toMatchObject({
      plans: [
        { planName: 'Pro', renewing: 4, ending: 2, months: 1, mrrCents: 1996 },
        { planName: 'Premium', renewing: 1, ending: 0, months: 0, mrrCents: 399 },
      ],
      trials: 1,
    })
  })

  test('count by month how many ended, and how many trials led to a plan', async () => {
    const { months } = await figures()
    expect(months).toHaveLength(12)
    expect(months.slice(0, 3)).toEqual([
      { month: '2026-11', running: 9, lost: 3, trialsEnded: 0, trialsConverted: 0 },
      { month: '2026-10', running: 6, lost: 2, trialsEnded: 2, trialsConverted: 1 },
      { month: '2026-09', running: 1, lost: 0, trialsEnded: 0, trialsConverted: 0 },
    ])
  })

  test('count as trials whom the list of subscribers shows on one', async () => {
    const query = { plan: 'Trial' as const }
    const { docs } = (await server.call(api.admin.listSubscribers, { query }, admin)).body
    const active = docs.filter(({ period }) => period === 'Active')
    expect(active).toHaveLength((await figures()).trials)
  })

  test.each<[SubscriptionSet, { month?: string; plan?: string }, string[]]>([
    ['renewing', {}, ['ahead', 'due', 'pending', 'quarterly', 'renewing']],
    ['renewing', { plan: 'Premium' }, ['quarterly']],
    ['ending', {}, ['leaving', 'pendingLast']],
    ['months', {}, ['monthly']],
    ['trials', {}, ['trying']],
    [
      'running',
      { month: '2026-11' },
      ['due', 'givenUp', 'leaving', 'left', 'pending', 'pendingLast', 'quarterly', 'renewing', 'unpaid'],
    ],
    ['running', { month: '2026-10' }, ['endedUnpaid', 'left', 'quarterly', 'refunded', 'renewing', 'unpaid']],
    ['lost', {}, ['givenUp', 'left', 'unpaid']],
    ['lost', { month: '2026-10' }, ['endedUnpaid', 'refunded']],
    ['trialsEnded', { month: '2026-10' }, ['convinced', 'tried']],
    ['trialsConverted', { month: '2026-10' }, ['convinced']],
  ])('lead to their rows: %s %j', async (set, more, names) => {
    expect(await counted(set, more)).toEqual(names)
  })

  test('say that a plan whose renewal was never paid ended with its paid period, not when Stripe gave up', async () => {
    const query = { set: 'lost' as const, month: '2026-10' }
    const { docs } = (await server.call(api.subscriptions.counted, { query }, admin)).body
    expect(docs.map(({ endsAt }) => endsAt)).toEqual(['2026-10-24T13:00:00.000Z', '2026-10-01T13:00:00.000Z'])
  })
})
