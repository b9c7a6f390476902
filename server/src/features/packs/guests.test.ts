import { randomUUID } from 'node:crypto'
import { api, type Pack, type Receipt } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { createDatabase } from '#testing/database/create-database.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { makePack, openPack } from '#testing/packs.ts'
import { addSubscriber, fileReceipt, upload } from '#testing/receipts.ts'
import { addGuest } from '#testing/rooms.ts'
import { listPacks } from './store.ts'

const { expenses, packs, receipts, rooms } = api
const YEAR = '2025-26'
let server: TestServer
let ann: Person
let pack: Pack
let other: Pack

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  ann = await addSubscriber(server, 'ann@example.com')
  const { _id } = await fileReceipt(server, ann)
  const facts = { paidDate: '2025-08-03' }
  await server.call(receipts.editFacts, { params: { uploadId: _id }, body: facts }, ann)
  pack = await makePack(server, ann, YEAR)
  other = await makePack(server, ann, '2024-25')
})

const packsSeenBy = async (person: Person) =>
  (await server.call(packs.list, { params: { incomeYear: YEAR } }, person)).body.docs
const seenBy = async (person: Person) => (await packsSeenBy(person)).map(({ _id }) => _id)
const statesSeenBy = async (person: Person) => (await packsSeenBy(person)).map(({ state }) => state)
const originalsIn = (files: Map<string, Buffer>) => [...files.keys()].filter((path) => path.includes('/'))

test('sharing a year starts a pack of it, for the guest to find', async () => {
  const { guest } = await addGuest(server, ann, { email: 'first@example.com' })
  await expect.poll(() => statesSeenBy(guest)).toEqual(['ready', 'ready'])
})

test('a guest downloads packs of the shared years, and the owner sees it', async () => {
  const { room, guest } = await addGuest(server, ann, { email: 'second@example.com' })
  expect(originalsIn(await openPack(server, guest, pack))).toHaveLength(1)
  for (const endpoint of [packs.show, packs.download])
    expect((await server.call(endpoint, { params: { packId: other._id } }, guest)).status).toBe(404)
  expect((await server.call(packs.list, { params: { incomeYear: '2024-25' } }, guest)).status).toBe(404)
  const request = await server.call(packs.request, { params: { incomeYear: YEAR }, body: {} }, guest)
  expect(request.status).toBe(403)
  const { docs } = (await server.call(rooms.guestLog, { params: { roomId: room._id }, query: {} }, ann)).body
  expect(docs.map(({ action }) => action)).toContain('downloadPack')
})

test('a guest without originals gets the documents only', async () => {
  const { guest } = await addGuest(server, ann, { email: 'third@example.com', withOriginals: false })
  const files = await openPack(server, guest, pack)
  expect(originalsIn(files)).toEqual([])
  expect([...files.keys()]).toEqual([
    'summary.pdf',
    'receipts.csv',
    'receipts.xlsx',
    'verify.html',
    'manifest.json',
  ])
})

test('a guest whose access is revoked gets nothing', async () => {
  const { room, guest } = await addGuest(server, ann, { email: 'fourth@example.com' })
  await server.call(rooms.revoke, { params: { roomId: room._id } }, ann)
  expect((await server.call(packs.download, { params: { packId: pack._id } }, guest)).status).toBe(401)
})

test.each<[string, (owner: Person, receipt: Receipt) => Promise<unknown>]>([
  ['was binned', (owner, { _id }) => server.call(receipts.remove, { params: { uploadId: _id } }, owner)],
  [
    'moved to another year',
    (owner, { _id }) =>
      server.call(receipts.editFacts, { params: { uploadId: _id }, body: { paidDate: '2024-08-03' } }, owner),
  ],
  [
    'got another file',
    async (owner, { _id, file }) => {
      const params = { uploadId: _id, fileId: file[0]!._id }
      await server.call(receipts.editFile, { params, body: { uri: await upload(server, owner) } }, owner)
    },
  ],
])('a guest gets no pack with a receipt that %s, not even its lists', async (change, apply) => {
  const owner = await addSubscriber(server, `${change.replaceAll(' ', '-')}@example.com`)
  const [kept, changed] = [
    await fileReceipt(server, owner, { documentDate: '2025-08-01' }),
    await fileReceipt(server, owner, { documentDate: '2025-08-02' }),
  ]
  const before = await makePack(server, owner, YEAR)
  const { guest } = await addGuest(server, owner)
  const { guest: reader } = await addGuest(server, owner, { email: 'b@example.com', withOriginals: false })
  // Sharing makes packs, too.
  await expect.poll(async () => new Set(await statesSeenBy(guest))).toEqual(new Set(['ready']))
  expect((await openPack(server, guest, before)).size).toBeGreaterThan(0)

  await apply(owner, changed)
  for (const person of [guest, reader])
    for (const endpoint of [packs.show, packs.download])
      expect((await server.call(endpoint, { params: { packId: before._id } }, person)).status).toBe(404)
  expect(await seenBy(guest)).toEqual([])
  expect(await seenBy(owner)).toContain(before._id)

  const after = await makePack(server, owner, YEAR)
  expect(await seenBy(guest)).toEqual([after._id])
  expect(originalsIn(await openPack(server, guest, after)).join()).toContain(kept.file[0]!._id.slice(-6))
})

test('a guest gets no pack that lists an expense without a receipt that was deleted or moved, until it’s back', async () => {
  const owner = await addSubscriber(server, 'expenses@example.com')
  const params = { evidenceId: randomUUID() }
  const save = (paidOn: string) => {
    const body = {
      kind: 'smallExpense' as const,
      paidOn,
      supplier: 'Linkt',
      description: 'Toll',
      amountCents: 450,
    }
    return server.call(expenses.save, { params, body }, owner)
  }
  await save('2025-08-03')
  const { _id } = await makePack(server, owner, YEAR)
  const { guest } = await addGuest(server, owner, { email: 'sixth@example.com' })
  expect(await seenBy(guest)).toContain(_id)
  await server.call(expenses.remove, { params }, owner)
  expect(await seenBy(guest)).not.toContain(_id)
  await save('2025-08-03')
  expect(await seenBy(guest)).toContain(_id)
  await save('2024-08-03')
  expect(await seenBy(guest)).not.toContain(_id)
})

test('a guest gets a pack with assets from earlier years, as long as they’re still claimed in its year', async () => {
  const owner = await addSubscriber(server, 'assets@example.com')
  const { _id: uploadId } = await fileReceipt(server, owner, { documentDate: '2024-08-03' })
  const expense = { params: { evidenceId: randomUUID() } }
  const desk = { kind: 'bankLine' as const, paidOn: '2024-08-03', supplier: 'IKEA', description: 'Desk' }
  const body = { ...desk, amountCents: 499_00, label: 'D5' as const, note: 'At home' }
  await server.call(expenses.save, { ...expense, body }, owner)
  const claimReceipt = (incomeYear: string) =>
    server.call(receipts.setLastClaim, { params: { uploadId }, body: { incomeYear } }, owner)
  const claimExpense = (incomeYear: string) =>
    server.call(expenses.setLastClaim, { ...expense, body: { incomeYear } }, owner)
  await claimReceipt('2026-27')
  await claimExpense('2026-27')
  const { _id } = await makePack(server, owner, YEAR)
  const { guest } = await addGuest(server, owner, { email: 'seventh@example.com' })
  expect(originalsIn(await openPack(server, guest, { _id }))).toHaveLength(1)
  for (const claim of [claimReceipt, claimExpense]) {
    await claim('2024-25')
    expect(await seenBy(guest)).not.toContain(_id)
    await claim('2025-26')
    expect(await seenBy(guest)).toContain(_id)
  }
  await server.call(expenses.save, { ...expense, body: { ...body, workUsePercent: 0 } }, owner)
  expect(await seenBy(guest)).not.toContain(_id)
})

test('a guest gets no pack from before its expenses were remembered', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)
  const { db, close } = openDatabase(url, { maxConnections: 1, onLost: () => undefined })
  onTestFinished(close)
  await migrate(db, '0082_credentials')
  const [ownerId, early, late, unfinished] = [0, 1, 2, 3].map(
    (n) => `00000000-0000-7000-8000-00000000000${n}`,
  )
  await sql
    .raw(
      `insert into users (id, role, username, email, first_name, last_name, created_at, updated_at)
       values ('${ownerId}', 'User', 'ann', 'ann@example.com', 'Ann', 'Lee', now(), now());
       insert into packs (owner_id, id, income_year, state, formats, requested_at)
       values ('${ownerId}', '${early}', 2026, 'ready', '{}', '2026-08-01'),
         ('${ownerId}', '${late}', 2026, 'ready', '{}', '2026-08-02'),
         ('${ownerId}', '${unfinished}', 2026, 'waiting', '{}', '2026-08-03');
       insert into evidence_records (owner_id, id, kind, paid_on, supplier, description, amount_cents, entered_by,
         entered_name, entered_at, changed_at)
       values ('${ownerId}', '${late}', 'smallExpense', '2025-08-03', 'Linkt', 'Toll', 450, '${ownerId}', 'Ann Lee', now(), now());
       insert into pack_rows (owner_id, pack_id, position, facts)
       values ('${ownerId}', '${late}', 0, '{"id": "${late}", "evidenceType": "smallExpense"}')`,
    )
    .execute(db)
  await migrate(db)
  const year = { ownerId: ownerId!, incomeYear: 2026 }
  const listed = async (isForGuest: boolean) =>
    (await listPacks(db, year, { isForGuest })).map(({ id }) => id)
  expect(await listed(false)).toEqual([unfinished, late, early])
  expect(await listed(true)).toEqual([unfinished, late])
})
