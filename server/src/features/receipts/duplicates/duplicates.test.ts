import { api } from '@docketbox/contract'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { docketHeic, pdf } from '@docketbox/testing/files/samples'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { decodeHeic } from '#platform/documents/heic.ts'
import { isLockAwaited } from '#testing/database/locks.ts'
import type { Person } from '#testing/harness.ts'
import { idOf, startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

const ampol = { supplier: 'Ampol', totalCents: 5685, documentDate: '2026-07-03' }
const { discardDraft, drafts, keepDuplicate, list, remove, summary } = api.receipts

let app: Awaited<ReturnType<typeof startReadingServer>>
beforeAll(async () => {
  app = await startReadingServer()
  app.answerWith((content) => readingOf(content.includes('Ampol') ? ampol : {}))
})

test('a file that was uploaded before is a duplicate, until one of the two goes', async () => {
  const ann = await addSubscriber(app.server, 'ann@example.com')
  const file = fileOf(pdf('Twice'))
  const first = await upload(app.server, ann, file)
  const second = await upload(app.server, ann, file)
  expect((await app.draftOf(first, ann)).duplicateOf).toBeUndefined()
  expect((await app.draftOf(second, ann)).duplicateOf).toEqual({
    reason: 'file',
    draft: first,
    receipt: null,
  })
  const receipt = await app.file(first, ann)
  const { docs } = (await app.server.call(drafts, { query: {} }, ann)).body
  expect(docs[0]?.duplicateOf).toEqual({ reason: 'file', draft: null, receipt: receipt._id })
  await app.server.call(remove, { params: { uploadId: receipt._id } }, ann)
  expect((await app.draftOf(second, ann)).duplicateOf).toBeUndefined()
})

test('details are compared with those of the last thousand uploads, files with all of them', async () => {
  const tom = await addSubscriber(app.server, 'tom@example.com')
  const first = await upload(app.server, tom, fileOf(pdf('Ampol')))
  const other = await upload(app.server, tom, app.newFile())
  const ids = Array.from({ length: 999 }, newId)
  await sql`insert into drafts select (jsonb_populate_record(d,
    jsonb_build_object('id', copy, 'idempotency_key', null))).*
    from drafts d, unnest(${ids}::uuid[]) copy where d.id = ${idOf(other)}`.execute(app.server.deps.db)
  const same = await upload(app.server, tom, fileOf(pdf('Ampol')))
  const alike = await upload(app.server, tom, fileOf(pdf('Ampol again')))
  await app.read(alike, tom)
  const originalOf = async (uri: string) => (await app.draftOf(uri, tom)).duplicateOf?.draft
  expect(await originalOf(same)).toBe(first)
  expect(await originalOf(alike)).toBe(same)
  await app.server.call(discardDraft, { params: { draftId: idOf(same) } }, tom)
  expect(await originalOf(alike)).toBeUndefined()
  await app.server.call(discardDraft, { params: { draftId: idOf(other) } }, tom)
  expect(await originalOf(alike)).toBe(first)
})

const afterComparing = (uri: string, person: Person) =>
  vi.waitUntil(
    async () => {
      const draft = await app.draftOf(uri, person)
      return draft.isComparing ? false : draft
    },
    { timeout: 50_000 },
  )

test('the same photo saved differently is a duplicate; another receipt of the same layout isn’t', async () => {
  const gus = await addSubscriber(app.server, 'gus@example.com')
  const photo = await drawDocket({ supplier: 'Shell', totalCents: 6_820 })
  const smaller = await sharp(photo).resize({ width: 500 }).jpeg({ quality: 50 }).toBuffer()
  const next = await drawDocket({ supplier: 'Shell', totalCents: 6_920 })
  const receipt = await fileReceipt(app.server, gus, { file: fileOf(photo, 'photo.jpg') })
  const copy = await upload(app.server, gus, fileOf(smaller, 'copy.jpg'))
  const other = await upload(app.server, gus, fileOf(next, 'next.jpg'))
  expect((await afterComparing(other, gus)).duplicateOf).toBeUndefined()
  const duplicateOf = { reason: 'image', draft: null, receipt: receipt._id }
  expect((await afterComparing(copy, gus)).duplicateOf).toEqual(duplicateOf)
  const filed = await app.file(copy, gus)
  expect((await app.show(filed, gus)).duplicateOf).toEqual(duplicateOf)
  expect((await app.show(receipt, gus)).duplicateOf).toBeUndefined()

  const hal = await addSubscriber(app.server, 'hal@example.com')
  const same = await upload(app.server, hal, fileOf(smaller, 'copy.jpg'))
  expect((await afterComparing(same, hal)).duplicateOf).toBeUndefined()
})

test('the same invoice saved as PDF again is a duplicate; the next one of its supplier isn’t', async () => {
  const kim = await addSubscriber(app.server, 'kim@example.com')
  const [march, again, april] = [
    await invoicePdf({ number: 2041 }),
    await invoicePdf({ number: 2041, savedBy: 'Another program' }),
    await invoicePdf({ number: 2047 }),
  ]
  expect(march.equals(again)).toBe(false)
  const receipt = await fileReceipt(app.server, kim, { file: fileOf(march, 'invoice.pdf') })
  const next = await upload(app.server, kim, fileOf(april, 'april.pdf'))
  const copy = await upload(app.server, kim, fileOf(again, 'invoice (1).pdf'))
  expect((await afterComparing(next, kim)).duplicateOf).toBeUndefined()
  expect((await afterComparing(copy, kim)).duplicateOf).toEqual({
    reason: 'image',
    draft: null,
    receipt: receipt._id,
  })
})

test('a draft whose comparison ends while it’s looked up has its duplicate', async () => {
  const { server } = app
  const lou = await addSubscriber(server, 'lou@example.com')
  const { _id: receipt } = await fileReceipt(server, lou, { file: fileOf(await invoicePdf({ number: 1 })) })
  const copy = await upload(server, lou, fileOf(await invoicePdf({ number: 2 })))
  await afterComparing(copy, lou)
  const [shown] = await inTransaction(server.deps.db, async (db) => {
    await sql`lock table fingerprints`.execute(db)
    const looking = app.draftOf(copy, lou)
    await vi.waitUntil(() => isLockAwaited(server.deps), { timeout: 20_000 })
    await sql`insert into lookalikes (owner_id, sha256, other_sha256)
      select ${lou.id}, d.sha256, v.sha256 from drafts d, receipt_versions v
      where d.owner_id = ${lou.id} and v.owner_id = ${lou.id}`.execute(db)
    return [looking]
  })
  expect((await shown).duplicateOf).toMatchObject({ reason: 'image', receipt })
})

test('a HEIC is a duplicate of the JPEG a phone made of it', async () => {
  const ivy = await addSubscriber(app.server, 'ivy@example.com')
  const heic = docketHeic()
  const jpeg = await (await decodeHeic(heic)).jpeg({ quality: 70 }).toBuffer()
  const receipt = await fileReceipt(app.server, ivy, { file: fileOf(jpeg, 'photo.jpg') })
  const copy = await upload(app.server, ivy, fileOf(heic, 'photo.heic'))
  expect((await afterComparing(copy, ivy)).duplicateOf).toEqual({
    reason: 'image',
    draft: null,
    receipt: receipt._id,
  })
})

test('the same supplier, date and total make a duplicate, of a draft and of a receipt', async () => {
  const bob = await addSubscriber(app.server, 'bob@example.com')
  const [first, second] = [
    await upload(app.server, bob, fileOf(pdf('Ampol 1'))),
    await upload(app.server, bob, fileOf(pdf('Ampol 2'))),
  ]
  await app.read(first, bob)
  await app.read(second, bob)
  expect((await app.draftOf(second, bob)).duplicateOf).toEqual({
    reason: 'details',
    draft: first,
    receipt: null,
  })
  const receipt = await app.file(first, bob)
  expect((await app.draftOf(second, bob)).duplicateOf).toMatchObject({ receipt: receipt._id })
  const copy = await app.file(second, bob)
  const duplicateOf = { reason: 'details', draft: null, receipt: receipt._id }
  const { docs } = (await app.server.call(list, { query: {} }, bob)).body
  expect(docs.map((doc) => [doc._id, doc.duplicateOf])).toEqual([
    [copy._id, duplicateOf],
    [receipt._id, undefined],
  ])
  const found = (await app.server.call(api.receipts.search, { query: {} }, bob)).body.docs
  expect(found.find(({ _id }) => _id === copy._id)?.duplicateOf).toEqual(duplicateOf)
  expect((await app.show(copy, bob)).duplicateOf).toEqual(duplicateOf)
  expect((await app.server.call(summary, {}, bob)).body.recent[0]?.duplicateOf).toEqual(duplicateOf)
})

test('details are the same even if the owner has another name for the supplier', async () => {
  const pia = await addSubscriber(app.server, 'pia@example.com')
  const first = await upload(app.server, pia, fileOf(pdf('Ampol 3')))
  await app.read(first, pia)
  const receipt = await app.file(first, pia, { facts: { supplier: 'The servo' } })
  const second = await upload(app.server, pia, fileOf(pdf('Ampol 4')))
  expect(await app.read(second, pia)).toMatchObject({ fields: { supplier: { value: 'The servo' } } })
  const duplicateOf = { reason: 'details', draft: null, receipt: receipt._id }
  expect((await app.draftOf(second, pia)).duplicateOf).toEqual(duplicateOf)
})

test('two receipts that get the same details at the same moment are duplicates', async () => {
  const jan = await addSubscriber(app.server, 'jan@example.com')
  const { db } = app.server.deps
  const file = async () => app.afterReading(await fileReceipt(app.server, jan, { file: app.newFile() }), jan)
  const [first, second] = [await file(), await file()]
  const request = await db.transaction().execute(async (db) => {
    await db.updateTable('receipts').set(ampol).where('id', '=', first._id).execute()
    const edit = { params: { uploadId: second._id }, body: ampol }
    const state = { isDone: false, response: app.server.call(api.receipts.editFacts, edit, jan) }
    void state.response.then(() => (state.isDone = true))
    await vi.waitUntil(async () => state.isDone || (await isBlocked()), { timeout: 30_000 })
    return state
  })
  expect((await request.response).status).toBe(200)
  expect((await app.show(second, jan)).duplicateOf).toMatchObject({ receipt: first._id })

  async function isBlocked(): Promise<boolean> {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
    return rows.length > 0
  }
})

test('a duplicate that’s kept is no longer pointed out, not even once it’s filed', async () => {
  const cat = await addSubscriber(app.server, 'cat@example.com')
  const file = fileOf(pdf('Kept'))
  const receipt = await fileReceipt(app.server, cat, { file })
  const uri = await upload(app.server, cat, file)
  const keep = (person = cat) => app.server.call(keepDuplicate, { body: { draft: idOf(uri) } }, person)
  expect((await keep(await addSubscriber(app.server, 'dan@example.com'))).status).toBe(404)
  expect((await app.draftOf(uri, cat)).duplicateOf).toMatchObject({ receipt: receipt._id })
  expect((await keep()).status).toBe(200)
  expect((await app.draftOf(uri, cat)).duplicateOf).toBeUndefined()
  await app.server.call(keepDuplicate, { body: { draft: idOf(uri), isKept: false } }, cat)
  expect((await app.draftOf(uri, cat)).duplicateOf).toBeDefined()
  await keep()
  expect((await app.show(await app.file(uri, cat), cat)).duplicateOf).toBeUndefined()

  const third = await fileReceipt(app.server, cat, { file })
  expect((await app.show(third, cat)).duplicateOf).toBeDefined()
  await app.server.call(keepDuplicate, { body: { receipt: third._id } }, cat)
  expect((await app.show(third, cat)).duplicateOf).toBeUndefined()
})

test('other owners’ files and discarded uploads make no duplicates', async () => {
  const [eve, fay] = [
    await addSubscriber(app.server, 'eve@example.com'),
    await addSubscriber(app.server, 'fay@example.com'),
  ]
  const file = fileOf(pdf('Popular'))
  await fileReceipt(app.server, eve, { file })
  const discarded = await upload(app.server, fay, file)
  await app.server.call(discardDraft, { params: { draftId: idOf(discarded) } }, fay)
  expect((await app.draftOf(await upload(app.server, fay, file), fay)).duplicateOf).toBeUndefined()
})

/** An invoice of a few lines. */
async function invoicePdf({ number, savedBy = 'A program' }: { number: number; savedBy?: string }) {
  const document = new PDFDocument({ size: 'A4', info: { Producer: savedBy } })
  const lines = ['Bluegum Web Hosting', `Tax invoice INV-${number}`, 'Date: 3 July 2026', 'Hosting 110.00', 'GST 11.00', 'Total $121.00'] // prettier-ignore
  lines.forEach((line, i) => document.fontSize(10).text(line, 60, 60 + i * 24))
  document.end()
  return buffer(document)
}
