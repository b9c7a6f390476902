import { api, type DraftEdit, type Receipt } from '@docketbox/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/database/transaction.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { idOf } from '#testing/reading-server.ts'
import { addSubscriber, fuel, upload } from '#testing/receipts.ts'
import { lockEdit, setEdit } from '../upload/drafts-store.ts'

const { drafts, editDraft, fileDrafts, save, unfile } = api.receipts

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})

/** An upload with what was typed about it in To file. */
async function uploadWith(edit: DraftEdit): Promise<string> {
  const uri = await upload(server, ann)
  await server.call(editDraft, { params: { draftId: idOf(uri) }, body: edit }, ann)
  return uri
}

/** Files uploads as one receipt, as Scan does. */
async function file(uris: string[], more: object = {}): Promise<Receipt> {
  const body = { category: fuel, file: uris.map((uri) => ({ uri })), ...more }
  const saved = await server.call(save, { body }, ann)
  expect(saved.status).toBe(201)
  return saved.body
}

const typed = { supplier: ' Shell ', total: '$68.20', date: '2026-03-01', description: 'To Dubbo' }
const facts = { supplier: 'Shell', totalCents: 68_20, documentDate: '2026-03-01' }

test('a receipt that’s filed from Scan has what was typed about it in To file on another device', async () => {
  const receipt = await file([await uploadWith(typed)], { description: '' })
  expect(receipt).toMatchObject({ description: 'To Dubbo', facts, sources: { description: 'typed' } })
  await server.call(unfile, { body: { receipts: [receipt._id] } }, ann)
  const { docs } = (await server.call(drafts, { query: {} }, ann)).body
  const edit = { supplier: 'Shell', total: '68.20', date: '2026-03-01', description: 'To Dubbo' }
  expect(docs.at(-1)!.edit).toEqual({ ...edit, category: fuel })
})

test('what the device that files it has typed itself wins', async () => {
  const own = { description: 'To Orange', facts: { totalCents: 70_00, supplier: null } }
  expect(await file([await uploadWith(typed)], own)).toMatchObject({
    description: 'To Orange',
    facts: { supplier: null, totalCents: 70_00, documentDate: '2026-03-01' },
  })
})

test('what was cleared on the device that files it stays empty, unless another one has changed it since', async () => {
  const known = { description: ['To Dubbo'], total: ['$68.20'] }
  expect(await file([await uploadWith(typed)], { description: '', known })).toMatchObject({
    sources: { description: 'default' },
    facts: { supplier: 'Shell', totalCents: null },
  })
  const since = { ...typed, description: 'To Orange' }
  expect(await file([await uploadWith(since)], { description: '', known })).toMatchObject({
    description: 'To Orange',
  })
})

test('a receipt without a description is named after the supplier that was typed elsewhere', async () => {
  const receipt = await file([await uploadWith({ supplier: 'Shell' })])
  expect(receipt).toMatchObject({ description: 'Shell', sources: { description: 'default' } })
})

test('what isn’t an amount, a day or in the past yet doesn’t keep a receipt from being filed', async () => {
  for (const edit of [
    { total: 'about 70', date: '2026-02-30' },
    { total: '9'.repeat(20), date: '2999-01-01' },
    { total: ' ', date: '', supplier: ' ', description: ' ' },
  ])
    expect(await file([await uploadWith(edit)])).toMatchObject({
      sources: { description: 'default' },
      facts: { supplier: null, totalCents: null, documentDate: null },
    })
})

test('what’s being saved in To file while Scan files the upload isn’t lost', async () => {
  const uri = await upload(server, ann)
  const filing = await inTransaction(server.deps.db, async (db) => {
    await lockEdit(db, ann.id, idOf(uri), new Date())
    const filing = file([uri])
    await wait(200)
    await setEdit(db, ann.id, idOf(uri), typed)
    return { filing }
  })
  expect(await filing.filing).toMatchObject({ description: 'To Dubbo', facts })
})

test('several pages get what was typed about the first', async () => {
  const [first, second] = [await uploadWith({ total: '12' }), await uploadWith(typed)]
  expect(await file([first, second])).toMatchObject({ facts: { supplier: null, totalCents: 12_00 } })
})

test('To file files a row as it shows it, even if its description was cleared', async () => {
  const receipt = { category: fuel, file: [{ uri: await uploadWith(typed) }], description: '' }
  const filed = await server.call(fileDrafts, { body: { receipts: [receipt] } }, ann)
  const none = { supplier: null, totalCents: null }
  expect(filed.body.docs).toMatchObject([{ sources: { description: 'default' }, facts: none }])
})
