import { api, type Receipt, receiptRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt, fuel, travel } from '#testing/receipts.ts'

const { bulk, undoBulk, search, details, remove, editFacts, summary, bin, restoreDeleted, readingProgress } =
  api.receipts

let server: TestServer
let owner: Person
let receipts: Receipt[]
let people = 0
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addSubscriber(server, `owner-${people++}@example.com`)
  receipts = []
  for (const description of ['one', 'two', 'three'])
    receipts.push(await fileReceipt(server, owner, { description }))
})

type Action = Parameters<typeof server.call<typeof bulk>>[1]['body']['action']
const ids = () => receipts.map(({ _id }) => _id)
const change = (action: Action, which: object = { ids: ids() }, person = owner) =>
  server.call(bulk, { body: { ...which, action } }, person)
const stored = async () =>
  Promise.all(
    ids().map(async (uploadId) => (await server.call(details, { params: { uploadId } }, owner)).body),
  )
const undo = async (changeId: string | null) =>
  server.call(undoBulk, { params: { changeId: changeId! } }, owner)

test.each<[string, Action, object]>([
  ['category', { type: 'move', category: travel }, { category: travel }],
  [
    'work use',
    { type: 'workUse', workUsePercent: 60 },
    { facts: { workUsePercent: 60 }, sources: { workUsePercent: 'typed' } },
  ],
  [
    'date',
    { type: 'date', documentDate: '2025-07-01' },
    { facts: { documentDate: '2025-07-01' }, incomeYear: '2025-26' },
  ],
])('the %s of several receipts changes at once, and back', async (_, action, expected) => {
  const before = await stored()
  const { status, body } = await change(action)
  expect({ status, changed: body.changed }).toEqual({ status: 200, changed: 3 })
  for (const receipt of await stored()) expect(receipt).toMatchObject(expected)
  expect((await undo(body.undo)).body).toEqual({ changed: 3 })
  const unchanged = (receipt: object) => ({ ...receipt, updatedAt: '' })
  expect((await stored()).map(unchanged)).toEqual(before.map(unchanged))
})

test('a new date says how many receipts stay in another income year, because they were paid in it', async () => {
  const [paid] = ids()
  const edit = { params: { uploadId: paid! }, body: { paidDate: '2026-07-02' } }
  await server.call(editFacts, edit, owner)
  const inOtherYear = async (documentDate: string | null) =>
    (await change({ type: 'date', documentDate })).body.inOtherYear
  expect(await inOtherYear('2026-06-29')).toBe(1)
  expect(await inOtherYear('2026-07-01')).toBe(0)
  expect(await inOtherYear(null)).toBeUndefined()
})

test('deleted receipts go to the bin, and come back', async () => {
  const { body } = await change({ type: 'delete' })
  expect((await server.call(bin, { query: {} }, owner)).body.totalDocs).toBe(3)
  const found = async () => (await server.call(search, { query: { q: 'three' } }, owner)).body.totalDocs
  expect([(await server.call(summary, {}, owner)).body.receipts, await found()]).toEqual([0, 0])
  await undo(body.undo)
  expect([(await server.call(summary, {}, owner)).body.receipts, await found()]).toEqual([3, 1])
  const audited = await server.deps.db
    .selectFrom('auditLog')
    .select(['action', 'details'])
    .where('actorId', '=', owner.id)
    .where('action', 'like', 'receipts.%')
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual(['receipts.remove', 'receipts.restore'])
  for (const { details } of audited) {
    const { receipts: count, ids: named } = details as { receipts: number; ids: string }
    expect([count, new Set(named.split(' '))]).toEqual([3, new Set(ids())])
  }
})

test('receipts that were deleted together come back together', async () => {
  const other = await addSubscriber(server, 'other@example.com')
  const [one, two, three] = ids()
  const { body } = await change({ type: 'delete' }, { ids: [one, three] })
  await change({ type: 'delete' }, { ids: [two] })
  const inBin = async () => (await server.call(bin, { query: {} }, owner)).body.docs
  const deletedAt = (await inBin()).at(-1)!.deletedAt!
  const restore = async (person = owner) =>
    (await server.call(restoreDeleted, { body: { deletedAt } }, person)).body

  expect(await restore(other)).toEqual({ restored: 0 })
  expect(await restore()).toEqual({ restored: 2 })
  expect((await inBin()).map(({ _id }) => _id)).toEqual([two])
  expect(await restore()).toEqual({ restored: 0 })
  expect((await undo(body.undo)).body).toEqual({ changed: 0 })
})

test('reading again can be undone until it’s done, and doesn’t affect files that waited before', async () => {
  await sql`update readings set state = 'done', read_at = now(), fields = '{}', text = ''
    where owner_id = ${owner.id} and sha256 <> (select min(sha256) from readings where owner_id = ${owner.id})`.execute(
    server.deps.db,
  )
  const waiting = async () => (await server.call(readingProgress, {}, owner)).body.waiting
  expect(await waiting()).toBe(1)
  const request = { filter: {}, action: { type: 'read' as const } }
  const send = () => server.call(bulk, { body: request }, owner, { 'idempotency-key': 'read-once' })
  const { body } = await send()
  expect([body.changed, await waiting()]).toEqual([3, 3])
  expect((await send()).body).toEqual(body)
  expect((await undo(body.undo)).body).toEqual({ changed: 2 })
  expect(await waiting()).toBe(1)
  expect((await undo(body.undo)).body).toEqual({ changed: 2 })
})

test('all that match a filter are changed, and no others', async () => {
  const filter = { q: 'three', category: fuel }
  const { body } = await change({ type: 'move', category: travel }, { filter })
  expect(body.changed).toBe(1)
  expect((await server.call(search, { query: { category: fuel } }, owner)).body.totalDocs).toBe(2)
})

test('repeating a change of all that match changes none with a similar word', async () => {
  await fileReceipt(server, owner, { description: 'threw' })
  const repeat = async () => (await change({ type: 'delete' }, { filter: { q: 'three' } })).body.changed
  expect([await repeat(), await repeat()]).toEqual([1, 0])
  const { body } = await server.call(search, { query: { q: 'three' } }, owner)
  expect(body).toMatchObject({ corrections: ['threw'], totalDocs: 1 })
})

test('of similar words, only those that the search showed are changed', async () => {
  for (const description of ['threw', 'shree']) await fileReceipt(server, owner, { description })
  const filter = (corrections: string) => ({ filter: { q: 'thref', corrections } })
  expect((await change({ type: 'delete' }, filter('threw'))).body.changed).toBe(1)
  expect((await change({ type: 'delete' }, filter('threw'))).body.changed).toBe(0)
  expect((await change({ type: 'delete' }, filter('shree,unlike'))).body.changed).toBe(0)
  expect((await change({ type: 'delete' }, filter('three,shree'))).body.changed).toBe(1)
})

test('a change that can’t be made to one is made to none', async () => {
  await server.call(remove, { params: { uploadId: ids()[1]! } }, owner)
  const { status, body } = await change({ type: 'move', category: travel })
  expect({ status, body }).toEqual({
    status: 409,
    body: {
      code: receiptRefusals.inTrash.code,
      message: 'two is in the bin. Nothing has changed yet. Try again without it.',
      fields: { 'ids.1': receiptRefusals.notFound.message },
    },
  })
  const stranger = await addSubscriber(server, `stranger-${people++}@example.com`)
  const hers = await fileReceipt(server, stranger)
  expect(await change({ type: 'delete' }, { ids: [ids()[0]!, hers._id] })).toMatchObject({
    status: 404,
    body: { fields: { 'ids.1': receiptRefusals.notFound.message } },
  })
  expect((await stored())[0]).toMatchObject({ category: fuel, deletedAt: null })
})

test.each<[string, Action]>([
  ['move', { type: 'move', category: travel }],
  ['deletion', { type: 'delete' }],
])('a %s whose response was lost is made once when it’s sent again, and undone', async (_, action) => {
  const body = { ids: ids(), action }
  const send = () => server.call(bulk, { body }, owner, { 'idempotency-key': 'bulk-once' })
  const [first, second] = await Promise.all([send(), send()])
  expect(first).toMatchObject({ status: 200, body: { changed: 3 } })
  expect([second.body, (await send()).body]).toEqual([first.body, first.body])
  expect((await undo(first.body.undo)).body).toEqual({ changed: 3 })
  for (const receipt of await stored()) expect(receipt).toMatchObject({ category: fuel, deletedAt: null })
})

test('an Undo whose response was lost answers the same when it’s repeated, and undoes nothing twice', async () => {
  const { body } = await change({ type: 'move', category: travel })
  const answers = await Promise.all([undo(body.undo), undo(body.undo)])
  expect(answers.map((answer) => answer.body)).toEqual([{ changed: 3 }, { changed: 3 }])
  await change({ type: 'move', category: travel })
  expect((await undo(body.undo)).body).toEqual({ changed: 3 })
  expect((await stored()).map(({ category }) => category)).toEqual([travel, travel, travel])
})

test('undoing skips receipts that have changed since', async () => {
  const { body } = await change({ type: 'move', category: travel })
  await server.call(editFacts, { params: { uploadId: ids()[0]! }, body: { note: 'mine' } }, owner)
  expect((await undo(body.undo)).body).toEqual({ changed: 2 })
  expect((await stored()).map(({ category }) => category)).toEqual([travel, fuel, fuel])
})

test('another user can’t undo a change', async () => {
  const { body } = await change({ type: 'delete' })
  const stranger = await addSubscriber(server, `stranger-${people++}@example.com`)
  const params = { changeId: body.undo! }
  expect((await server.call(undoBulk, { params }, stranger)).status).toBe(404)
})

test.each<[string, object]>([
  ['neither ids nor a filter', {}],
  ['both', { ids: ['01937000-0000-7000-8000-000000000099'], filter: {} }],
  ['no ids', { ids: [] }],
])('%s is refused', async (_, which) => {
  expect((await change({ type: 'delete' }, which)).status).toBe(400)
})

test('a date in the future and an unknown category are refused', async () => {
  expect((await change({ type: 'date', documentDate: '2099-01-01' })).status).toBe(400)
  const category = '01937000-0000-7000-8000-000000000099'
  expect((await change({ type: 'move', category })).status).toBe(404)
})
