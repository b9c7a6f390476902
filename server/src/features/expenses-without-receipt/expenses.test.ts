import { DAY_MS } from '@docketbox/contract/core/units'
import { randomUUID } from 'node:crypto'
import { api, commonRefusals, expenseRefusals } from '@docketbox/contract'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { cleanExpenses } from './index.ts'

const { save, list, remove } = api.expenses
type Body = Parameters<typeof server.call<typeof save>>[1]['body']
const coffee: Body = {
  kind: 'smallExpense',
  paidOn: '2026-03-03',
  supplier: 'Parking meter',
  description: 'Parking at a client',
  amountCents: 450,
}
const toll: Body = {
  ...coffee,
  kind: 'unobtainable',
  supplier: 'Linkt',
  amountCents: 1_240,
  workUsePercent: 50,
  label: 'D2',
  note: 'Tolls come without receipts',
}

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})

afterEach(() => server.setNow(undefined))

const send = (body: Body, { id = randomUUID() as string, person = ann } = {}) =>
  server.call(save, { params: { evidenceId: id }, body }, person)
const year = async (person = ann, incomeYear = '2025-26') =>
  (await server.call(list, { query: { incomeYear } }, person)).body

test('expenses say who entered them and when, and count separately by kind', async () => {
  const at = new Date('2026-04-01T02:00:00Z')
  server.setNow(at)
  const person = await addSubscriber(server, 'then@example.com')
  expect((await send(toll, { person })).body).toMatchObject({
    ...toll,
    incomeYear: '2025-26',
    claimableCents: 620,
    enteredBy: expect.stringMatching(/\S/),
    enteredAt: at.toISOString(),
  })
  await send({ ...coffee, paidOn: '2026-02-01' }, { person })
  await send({ ...toll, kind: 'bankLine', amountCents: 999 }, { person })
  await send({ ...coffee, paidOn: '2025-06-30' }, { person })
  const { docs, totals, totalDocs, limits } = await year(person)
  expect(docs.map(({ kind }) => kind).toSorted()).toEqual(['bankLine', 'smallExpense', 'unobtainable'])
  expect(docs.at(-1)).toMatchObject({ paidOn: '2026-02-01' })
  expect(totalDocs).toBe(3)
  expect(totals).toEqual([
    { kind: 'smallExpense', records: 1, spentCents: 450, claimableCents: 450 },
    { kind: 'unobtainable', records: 1, spentCents: 1_240, claimableCents: 620 },
    { kind: 'bankLine', records: 1, spentCents: 999, claimableCents: 500 },
  ])
  expect(limits).toEqual({ eachCents: 1_000, yearCents: 20_000 })
  expect((await year(person, '2024-25')).totals).toMatchObject([{ kind: 'smallExpense', records: 1 }])
})

describe('small expenses', () => {
  test('of more than the limit for each are refused', async () => {
    expect((await send({ ...coffee, amountCents: 1_000 })).status).toBe(200)
    expect(await send({ ...coffee, amountCents: 1_001 })).toMatchObject({
      status: 400,
      body: { fields: { amountCents: 'A small expense can be at most $10.00.' } },
    })
  })

  test('stay within the year’s limit, even when they’re saved at the same time', async () => {
    const bob = await addSubscriber(server, 'bob@example.com')
    const ids = Array.from({ length: 24 }, () => randomUUID() as string)
    const results = await Promise.all(
      ids.map((id) => send({ ...coffee, amountCents: 950 }, { id, person: bob })),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(21)
    expect(results.find(({ status }) => status !== 200)!.body).toMatchObject({
      fields: {
        amountCents: 'Small expenses can add up to $200.00 a year. There’s $0.50 left for 2025–26.',
      },
    })
    expect((await year(bob)).totals).toMatchObject([{ records: 21, spentCents: 19_950 }])
    // What is there can change within the limit, and other years and kinds have their own.
    const saved = ids.find((_, at) => results[at]!.status === 200)!
    expect((await send({ ...coffee, amountCents: 1_000 }, { id: saved, person: bob })).status).toBe(200)
    expect((await send({ ...coffee, amountCents: 1 }, { person: bob })).status).toBe(400)
    expect((await send({ ...coffee, paidOn: '2026-07-01' }, { person: bob })).status).toBe(200)
    expect((await send({ ...toll, amountCents: 5_000 }, { person: bob })).status).toBe(200)
    // Deleting makes room, and restoring needs it.
    await server.call(remove, { params: { evidenceId: saved } }, bob)
    expect((await send({ ...coffee, amountCents: 1_000 }, { person: bob })).status).toBe(200)
    expect((await send({ ...coffee, amountCents: 950 }, { id: saved, person: bob })).status).toBe(400)
  })

  test('of a year without known limits are refused', async () => {
    expect(await send({ ...coffee, paidOn: '2015-03-03' })).toMatchObject({
      status: 409,
      body: { code: expenseRefusals.limitUnknown.code },
    })
    expect((await send({ ...toll, paidOn: '2015-03-03' })).status).toBe(200)
  })
})

test.each([
  ['a day in the future', { ...coffee, paidOn: '2999-01-01' }, 'paidOn'],
  ['no supplier', { ...coffee, supplier: ' ' }, 'supplier'],
  ['no amount', { ...coffee, amountCents: 0 }, 'amountCents'],
  ['no reason', { ...toll, note: '' }, 'note'],
  ['an unknown kind', { ...coffee, kind: 'guess' as 'bankLine' }, 'kind'],
  ['work use above 100%', { ...coffee, workUsePercent: 101 }, 'workUsePercent'],
])('an expense with %s is refused', async (_, body, field) => {
  expect(await send(body)).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
})

test('an expense of a day that has begun in New Zealand, but not yet in Sydney, is saved', async () => {
  server.setNow(new Date('2026-06-30T12:00:00Z'))
  const lou = await addSubscriber(server, 'lou@example.com')
  expect((await send({ ...toll, paidOn: '2026-07-01' }, { person: lou })).status).toBe(200)
})

test('an expense is sent twice, changed, deleted and restored without losing who entered it and when', async () => {
  const kim = await addSubscriber(server, 'kim@example.com')
  const id = randomUUID()
  const first = (await send(toll, { id, person: kim })).body
  const later = new Date(Date.parse(first.enteredAt) + 60_000)
  server.setNow(later)
  expect((await send(toll, { id, person: kim })).body).toEqual(first)
  const changed = (await send({ ...toll, amountCents: 2_000 }, { id, person: kim })).body
  const { enteredAt } = first
  expect(changed).toMatchObject({ amountCents: 2_000, enteredAt, changedAt: later.toISOString() })
  for (let time = 0; time < 2; time++)
    expect((await server.call(remove, { params: { evidenceId: id } }, kim)).status).toBe(200)
  expect((await year(kim)).docs).toEqual([])
  expect((await send(toll, { id, person: kim })).body.enteredAt).toBe(first.enteredAt)
  expect((await year(kim)).docs).toHaveLength(1)

  await server.call(remove, { params: { evidenceId: id } }, kim)
  const run = { id: '1', attempt: 1, isLast: true, signal: AbortSignal.timeout(5000) }
  const after = (days: number) => ({ ...server.deps, now: () => new Date(Date.now() + days * DAY_MS) })
  const rows = () => server.deps.db.selectFrom('evidenceRecords').selectAll().where('id', '=', id).execute()
  await cleanExpenses.handler(after(29), {}, run)
  expect(await rows()).toHaveLength(1)
  await cleanExpenses.handler(after(31), {}, run)
  expect(await rows()).toHaveLength(0)
})

test('an expense that has changed since it was read isn’t replaced', async () => {
  const id = randomUUID()
  const { body: read } = await send(toll, { id })
  const changed = { ...toll, workUsePercent: 100, note: 'Tolls to a client' }
  // The second is a retry, whose first response was lost.
  for (let time = 0; time < 2; time++)
    expect((await send({ ...changed, known: read }, { id })).status).toBe(200)
  const late = { ...toll, amountCents: 2_480 }
  expect(await send({ ...late, known: read }, { id })).toMatchObject({
    status: 409,
    body: { code: commonRefusals.changed.code },
  })
  expect((await year()).docs.find(({ _id }) => _id === id)).toMatchObject(changed)
  // A client that doesn't say what it has read.
  expect((await send(late, { id })).body).toMatchObject(late)
})

test.each([
  ['costs more than $300', {}, true],
  ['costs $300', { amountCents: 300_00 }, false],
  ['is for a business', { label: 'business' as const }, false],
  ['isn’t for work', { workUsePercent: 0 }, false],
])('an expense that %s: whether it can be an asset', async (_, changes, canBeAsset) => {
  const { body } = await send({ ...toll, label: 'D5', amountCents: 300_01, ...changes })
  expect(body.canBeAsset).toBe(canBeAsset)
})

test('nothing is deleted for good by a machine whose clock is ahead of the database’s', async () => {
  const id = randomUUID()
  await send(toll, { id })
  await server.call(remove, { params: { evidenceId: id } }, ann)
  const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * DAY_MS })
  try {
    await cleanExpenses.handler({ ...server.deps, now: () => new Date() }, {}, run)
  } finally {
    vi.useRealTimers()
  }
  const rows = await server.deps.db.selectFrom('evidenceRecords').select('id').where('id', '=', id).execute()
  expect(rows).toHaveLength(1)
})

test('another user neither sees nor changes an expense, and new ones need a plan', async () => {
  const id = randomUUID()
  await send(toll, { id })
  const eve = await addSubscriber(server, 'eve@example.com')
  expect((await server.call(remove, { params: { evidenceId: id } }, eve)).status).toBe(404)
  await send({ ...toll, supplier: 'Mine' }, { id, person: eve })
  expect((await year()).docs.find(({ _id }) => _id === id)).toMatchObject({ supplier: 'Linkt' })
  const guest = await server.addUser('guest@example.com')
  expect((await send(toll, { person: guest })).status).toBe(403)
})
