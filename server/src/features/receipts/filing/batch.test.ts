import { api, type Draft, receiptRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { idOf } from '#testing/reading-server.ts'
import { addSubscriber, fuel, travel, upload } from '#testing/receipts.ts'
import { addGuest } from '#testing/rooms.ts'

const { details, drafts, editDraft, editFacts, fileDrafts, list, remove, summary, unfile } = api.receipts

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})

const file = (receipts: object[], person = ann, headers = {}) =>
  server.call(fileDrafts, { body: { receipts: receipts as never } }, person, headers)
const newReceipt = (uri: string, more: object = {}) => ({ category: fuel, file: [{ uri }], ...more })

describe('filing several drafts', () => {
  test('saves a receipt for each, in their order, with what was typed', async () => {
    const bob = await addSubscriber(server, 'bob@example.com')
    const [first, second] = [await upload(server, bob), await upload(server, bob)]
    const filed = await file(
      [newReceipt(first, { facts: { supplier: 'Ampol' } }), newReceipt(second, { category: travel })],
      bob,
    )
    expect(filed.status).toBe(201)
    expect(filed.body.docs).toMatchObject([
      { category: fuel, description: 'Ampol', facts: { supplier: 'Ampol' } },
      { category: travel },
    ])
    expect((await server.call(list, { query: {} }, bob)).body.totalDocs).toBe(2)
    expect((await server.call(summary, {}, bob)).body.toFile).toBe(0)
  })

  test('saves none if one of them can’t be saved', async () => {
    const cat = await addSubscriber(server, 'cat@example.com')
    const uri = await upload(server, cat)
    const missing = 'draft:01a1f98c-b7c0-73be-90be-d80dc65f7534'
    for (const bad of [newReceipt(missing), newReceipt(uri), newReceipt(await upload(server, ann))])
      expect(await file([newReceipt(uri), bad], cat)).toMatchObject({
        status: 404,
        body: { code: receiptRefusals.draftNotFound.code },
      })
    const elsewhere = { category: '01937000-0000-7000-8000-000000000099' }
    const other = await upload(server, cat)
    expect((await file([newReceipt(uri), newReceipt(other, elsewhere)], cat)).status).toBe(404)
    expect((await server.call(summary, {}, cat)).body).toMatchObject({ toFile: 2, receipts: 0 })
  })

  test('gives the same receipts when the request is repeated with its key', async () => {
    const dan = await addSubscriber(server, 'dan@example.com')
    const receipts = [newReceipt(await upload(server, dan)), newReceipt(await upload(server, dan))]
    const headers = { 'idempotency-key': 'batch-0001' }
    const [first, second] = [await file(receipts, dan, headers), await file(receipts, dan, headers)]
    expect(second.body.docs).toEqual(first.body.docs)
    expect((await file(receipts, dan)).body).toMatchObject({ code: receiptRefusals.draftTaken.code })
  })

  test('names those that were saved elsewhere, and saves none', async () => {
    const gus = await addSubscriber(server, 'gus@example.com')
    const [first, taken, third] = [
      await upload(server, gus),
      await upload(server, gus),
      await upload(server, gus),
    ]
    await file([newReceipt(taken)], gus)
    const several = [newReceipt(first), { category: fuel, file: [{ uri: third }, { uri: taken }] }]
    expect(await file(several, gus)).toMatchObject({
      status: 409,
      body: {
        code: receiptRefusals.someDraftsTaken.code,
        fields: { 'receipts.1.file.1.uri': receiptRefusals.draftTaken.message },
      },
    })
    expect((await server.call(summary, {}, gus)).body).toMatchObject({ toFile: 2, receipts: 1 })
  })
})

/** What undoing decides about drafts: previews of them may be made meanwhile. */
const decided = (drafts: readonly Draft[]) =>
  drafts
    .map(({ uri, title, edit }) => ({ uri, title, edit }))
    .toSorted((one, other) => one.uri.localeCompare(other.uri))

describe('undoing that', () => {
  test('lets the same drafts wait to be filed again', async () => {
    const eve = await addSubscriber(server, 'eve@example.com')
    const uris = [await upload(server, eve), await upload(server, eve)]
    const ids = (
      await file(
        uris.map((uri) => newReceipt(uri)),
        eve,
      )
    ).body.docs.map(({ _id }) => _id)
    const undone = await server.call(unfile, { body: { receipts: ids } }, eve)
    expect(undone.body.drafts.map(({ uri }) => uri).toSorted()).toEqual(uris.toSorted())
    const repeated = await server.call(unfile, { body: { receipts: ids } }, eve)
    expect(decided(repeated.body.drafts)).toEqual(decided(undone.body.drafts))
    expect((await server.call(summary, {}, eve)).body).toMatchObject({ toFile: 2, receipts: 0, totals: [] })
    expect((await server.call(details, { params: { uploadId: ids[0]! } }, eve)).status).toBe(404)
    expect(
      (
        await file(
          uris.map((uri) => newReceipt(uri)),
          eve,
        )
      ).status,
    ).toBe(201)
    expect((await server.call(unfile, { body: { receipts: ids } }, eve)).status).toBe(404)
  })

  test('brings what was typed back, with the first page', async () => {
    const hal = await addSubscriber(server, 'hal@example.com')
    const [first, second] = [await upload(server, hal), await upload(server, hal)]
    const typed = { supplier: 'Ampol', documentDate: '2026-03-04', totalCents: 68_20 }
    const receipt = {
      category: travel,
      file: [{ uri: second }, { uri: first }],
      description: 'To Dubbo',
      facts: typed,
    }
    const foreign = {
      ...newReceipt(await upload(server, hal)),
      facts: { totalCents: 9_00, currency: 'USD', supplier: null },
    }
    const ids = (await file([receipt, foreign], hal)).body.docs.map(({ _id }) => _id)
    await server.call(unfile, { body: { receipts: ids } }, hal)
    const { docs } = (await server.call(drafts, { query: {} }, hal)).body
    const edit = {
      supplier: 'Ampol',
      date: '2026-03-04',
      total: '68.20',
      description: 'To Dubbo',
      category: travel,
    }
    expect(docs.map((draft) => draft.edit)).toEqual([undefined, edit, { supplier: '', category: fuel }])
  })

  test('doesn’t move what was typed about one of the pages to another', async () => {
    const ivy = await addSubscriber(server, 'ivy@example.com')
    const [first, second] = [await upload(server, ivy), await upload(server, ivy)]
    const editOne = (uri: string, body: object) =>
      server.call(editDraft, { params: { draftId: idOf(uri) }, body }, ivy)
    await editOne(first, { total: '12' })
    await editOne(second, { total: '68.20', supplier: 'Ampol', description: 'To Dubbo' })
    const merged = { ...newReceipt(first), file: [{ uri: first }, { uri: second }], description: 'To Dubbo' }
    const { docs } = (await file([{ ...merged, facts: { supplier: 'Ampol', totalCents: 12_00 } }], ivy)).body
    await server.call(unfile, { body: { receipts: docs.map(({ _id }) => _id) } }, ivy)
    expect((await server.call(drafts, { query: {} }, ivy)).body.docs.map(({ edit }) => edit)).toEqual([
      { total: '12.00', category: fuel },
      { total: '68.20', supplier: 'Ampol', description: 'To Dubbo' },
    ])
  })

  test('is refused for all if one was changed, deleted or is another owner’s', async () => {
    const fay = await addSubscriber(server, 'fay@example.com')
    const uris = [await upload(server, fay), await upload(server, fay), await upload(server, fay)]
    const [kept, edited, binned] = (
      await file(
        uris.map((uri) => newReceipt(uri)),
        fay,
      )
    ).body.docs.map(({ _id }) => _id) as [string, string, string]
    await server.call(editFacts, { params: { uploadId: edited }, body: { note: 'Reimbursed' } }, fay)
    await server.call(remove, { params: { uploadId: binned } }, fay)
    const undo = async (receipts: string[], person = fay) =>
      (await server.call(unfile, { body: { receipts } }, person)).body
    expect(await undo([kept, edited])).toMatchObject({ code: receiptRefusals.cannotUnfile.code })
    expect(await undo([kept, binned])).toMatchObject({ code: receiptRefusals.notFound.code })
    expect(await undo([kept], ann)).toMatchObject({ code: receiptRefusals.notFound.code })
    expect((await server.call(drafts, { query: {} }, fay)).body.docs).toEqual([])
    expect((await undo([kept])).drafts.map(({ uri }) => idOf(uri))).toEqual([idOf(uris[0]!)])
  })

  test('is refused once a guest has asked about the receipt', async () => {
    const max = await addSubscriber(server, 'max@example.com')
    const [receipt] = (await file([newReceipt(await upload(server, max))], max)).body.docs
    const { guest } = await addGuest(server, max, { years: [receipt!.incomeYear] })
    const about = { receipt: receipt!._id }
    const body = { kind: 'request', about, text: 'What was this for?' } as const
    expect(await server.call(api.rooms.addNote, { body }, guest)).toMatchObject({ status: 201 })
    const undone = await server.call(unfile, { body: { receipts: [receipt!._id] } }, max)
    expect(undone.body).toMatchObject({ code: receiptRefusals.cannotUnfile.code })
    const { docs } = (await server.call(api.rooms.notes, { query: {} }, max)).body
    expect(docs).toMatchObject([{ text: 'What was this for?', receipt: receipt!._id }])
  })
})
