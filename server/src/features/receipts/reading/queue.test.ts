import { createHash } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextReading, requestReadings } from '#features/reading'
import { NIL_UUID } from '#platform/database/ids.ts'
import { ReadingFailed } from '#platform/storage/reader.ts'
import { addSubscriber, fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import { idOf, startReadingServer } from '#testing/reading-server.ts'
import { readingOf } from '#testing/scripted-reader.ts'
import { pdf } from '@docketbox/testing/files/samples'

const ampol = { supplier: 'Ampol', supplierAbn: '51824753556', totalCents: 5685, documentDate: '2026-07-03' }
const { discardDraft, drafts, editDraft, editFacts, readAgain, readAll } = api.receipts
const { readingProgress, readingStatus, restoreDraft, stopReading, summary } = api.receipts

let app: Awaited<ReturnType<typeof startReadingServer>>
beforeAll(async () => {
  app = await startReadingServer()
})
beforeEach(() => app.answerWith(() => readingOf(ampol)))

describe('the queue', () => {
  test('takes owners in turn, so that a thousand files of one don’t hold up another', async () => {
    const [jo, kit] = [
      await addSubscriber(app.server, 'jo@example.com'),
      await addSubscriber(app.server, 'kit@example.com'),
    ]
    const order: string[] = []
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    app.answerWith(async (content) => {
      order.push(content.includes('of Kit') ? 'kit' : 'jo')
      await finished
      return readingOf({})
    })
    for (let i = 0; i < 6; i++) await upload(app.server, jo, fileOf(pdf(`of Jo ${i}`)))
    const hers = await upload(app.server, kit, fileOf(pdf('of Kit')))
    finish()
    await app.read(hers, kit)
    expect(order.indexOf('kit')).toBeLessThanOrEqual(2)
  })

  test('tries a file twice, then continues with the next', async () => {
    const lou = await addSubscriber(app.server, 'lou@example.com')
    let attempts = 0
    app.answerWith((content) => {
      if (!content.includes('a crash')) return readingOf(ampol)
      attempts++
      throw new ReadingFailed('crashed', 'The reader ended.')
    })
    const bad = await upload(app.server, lou, fileOf(pdf('a crash')))
    const good = await upload(app.server, lou, app.newFile())
    expect((await app.read(good, lou)).state).toBe('done')
    expect(await app.read(bad, lou)).toEqual({ state: 'failed', fields: null })
    expect(attempts).toBe(2)
    expect((await app.file(bad, lou, { description: 'By hand' })).facts.supplier).toBeNull()
  })

  test('reads a receipt again on request and keeps what was typed', async () => {
    const may = await addSubscriber(app.server, 'may@example.com')
    const receipt = await app.afterReading(await fileReceipt(app.server, may, { file: app.newFile() }), may)
    const params = { uploadId: receipt._id }
    await app.server.call(editFacts, { params, body: { totalCents: 1 } }, may)
    app.answerWith(() =>
      readingOf({ ...ampol, supplier: 'Ampol Orange', supplierAbn: '53004085616', totalCents: 2 }),
    )
    expect((await app.server.call(readAgain, { params }, may)).body).toEqual({ waiting: 1 })
    const again = await app.afterReading(receipt, may)
    expect(again.facts).toMatchObject({ supplier: 'Ampol Orange', totalCents: 1 })
  })

  test('rereads values an earlier version was unsure about, and keeps those it was sure of', async () => {
    const zoe = await addSubscriber(app.server, 'zoe@example.com')
    app.answerWith(() => readingOf(ampol, { unsure: ['totalCents'] }))
    const receipt = await app.afterReading(await fileReceipt(app.server, zoe, { file: app.newFile() }), zoe)
    expect(receipt.facts).toMatchObject({ supplier: 'Ampol', totalCents: null })
    app.answerWith(() => readingOf({ ...ampol, supplier: 'Anpol' }, { unsure: ['supplier'] }))
    const readings = app.server.deps.db.updateTable('readings').where('ownerId', '=', zoe.id)
    await readings.set({ readerVersion: null }).execute()
    // Another file wakes the reader.
    await upload(app.server, zoe, app.newFile())
    await vi.waitUntil(async () => (await app.show(receipt, zoe)).facts.totalCents !== null, {
      timeout: 30_000,
    })
    expect((await app.show(receipt, zoe)).facts).toMatchObject({ supplier: 'Ampol', totalCents: 5685 })
  })

  test('reads old receipts on request, with progress', async () => {
    const ned = await addSubscriber(app.server, 'ned@example.com')
    const receipt = await fileReceipt(app.server, ned, { file: app.newFile() })
    await app.afterReading(receipt, ned)
    await app.server.deps.db.deleteFrom('readings').where('ownerId', '=', ned.id).execute()
    expect((await app.server.call(readingProgress, {}, ned)).body).toMatchObject({
      isOn: true,
      unread: 1,
      done: 0,
    })
    expect((await app.server.call(readAll, {}, ned)).status).toBe(202)
    await vi.waitUntil(async () => (await app.server.call(readingProgress, {}, ned)).body.done === 1, {
      timeout: 30_000,
    })
  })

  test('stops reading old receipts on request, and continues later', async () => {
    const { db } = app.server.deps
    const sol = await addSubscriber(app.server, 'sol@example.com')
    for (let i = 0; i < 3; i++)
      await app.afterReading(await fileReceipt(app.server, sol, { file: app.newFile() }), sol)
    await db.deleteFrom('readings').where('ownerId', '=', sol.id).execute()
    const finish = app.holdReader(readingOf(ampol))
    const progress = async () => (await app.server.call(readingProgress, {}, sol)).body
    expect((await app.server.call(readAll, {}, sol)).body).toMatchObject({ waiting: 3, unread: 0 })
    const leased = db.selectFrom('readings').select('sha256').where('leasedUntil', 'is not', null)
    await vi.waitUntil(() => leased.where('ownerId', '=', sol.id).executeTakeFirst(), { timeout: 30_000 })
    // The one that is being read is finished.
    expect((await app.server.call(stopReading, {}, sol)).body).toMatchObject({ waiting: 1, unread: 0 })
    expect((await app.server.call(readingStatus, {}, sol)).body).toEqual({ isOn: true, waiting: 1 })
    finish()
    await vi.waitUntil(async () => (await progress()).done === 1, { timeout: 30_000 })
    expect(await progress()).toMatchObject({ waiting: 0, unread: 2 })
    await app.server.call(readAll, {}, sol)
    await vi.waitUntil(async () => (await progress()).done === 3, { timeout: 30_000 })
  })

  test('lets a thousand files of one owner delay another by one', async () => {
    const { db, now } = app.server.deps
    const [uma, vic] = [
      await addSubscriber(app.server, 'uma@example.com'),
      await addSubscriber(app.server, 'vic@example.com'),
    ]
    const request = async ({ id }: { id: string }, count: number) => {
      const at = now()
      const hashes = Array.from({ length: count }, (_, n) =>
        createHash('sha256').update(`${id} ${n}`).digest(),
      )
      const blobs = hashes.map((sha256) => ({ sha256, sizeBytes: 1, crc32: 0, createdAt: at, sentAt: at }))
      await db.insertInto('blobs').values(blobs).execute()
      const files = hashes.map((sha256) => ({ sha256, type: 'image/png' }))
      await requestReadings(db, id, files, { at, priority: 'now' })
    }
    await request(uma, 1000)
    await request(vic, 1)
    const first = await nextReading(db, { after: NIL_UUID, overBudget: [] }, now())
    const second = await nextReading(db, { after: first!.ownerId, overBudget: [] }, now())
    expect([first!.ownerId, second!.ownerId].toSorted()).toEqual([uma.id, vic.id].toSorted())
    await db.deleteFrom('readings').where('ownerId', 'in', [uma.id, vic.id]).execute()
  })
})

describe('uploads that are not filed', () => {
  test('wait for as long as it takes, and can be discarded and restored', async () => {
    const oli = await addSubscriber(app.server, 'oli@example.com')
    const uris = [await upload(app.server, oli, app.newFile()), await upload(app.server, oli, app.newFile())]
    const waiting = async () => (await app.server.call(drafts, { query: {} }, oli)).body
    expect((await waiting()).docs.map(({ uri }) => uri)).toEqual(uris)
    const params = { draftId: idOf(uris[0]!) }
    expect((await app.server.call(discardDraft, { params }, oli)).status).toBe(200)
    expect((await waiting()).totalDocs).toBe(1)
    expect((await app.server.call(restoreDraft, { params }, oli)).status).toBe(200)
    expect((await waiting()).docs.map(({ uri }) => uri)).toEqual(uris)
    await app.file(uris[0]!, oli)
    expect((await app.server.call(discardDraft, { params }, oli)).status).toBe(409)
    expect((await waiting()).docs.map(({ uri }) => uri)).toEqual([uris[1]])
    expect((await app.server.call(summary, {}, oli)).body.toFile).toBe(1)
  })

  test('are listed once they’re discarded, the latest first, until they’re restored', async () => {
    const dan = await addSubscriber(app.server, 'dan@example.com')
    const uris = [await upload(app.server, dan, app.newFile()), await upload(app.server, dan, app.newFile())]
    await app.server.call(api.receipts.uploadPicture, { body: app.newFile() }, dan)
    const listed = async () =>
      (await app.server.call(api.receipts.discarded, {}, dan)).body.docs.map(({ uri }) => uri)
    expect(await listed()).toEqual([])
    for (const uri of uris) await app.server.call(discardDraft, { params: { draftId: idOf(uri) } }, dan)
    expect(await listed()).toEqual(uris.toReversed())
    await app.server.call(restoreDraft, { params: { draftId: idOf(uris[1]!) } }, dan)
    await app.server.call(restoreDraft, { params: { draftId: idOf(uris[0]!) } }, dan)
    expect(await listed()).toEqual([])
  })

  test('keep the user’s input from any device until they’re filed', async () => {
    const rae = await addSubscriber(app.server, 'rae@example.com')
    const uri = await upload(app.server, rae, app.newFile())
    const params = { draftId: idOf(uri) }
    const edit = (body: object) => app.server.call(editDraft, { params, body }, rae)
    await edit({ supplier: 'Ampol', total: '56.' })
    expect((await edit({ total: '56.85' })).body).toEqual({ edit: { supplier: 'Ampol', total: '56.85' } })
    const listed = (await app.server.call(drafts, { query: {} }, rae)).body.docs
    expect(listed).toMatchObject([{ edit: { supplier: 'Ampol', total: '56.85' } }])
    expect((await edit({ total: 5 })).status).toBe(400)
    await app.file(uri, rae)
    expect((await edit({ total: '1' })).status).toBe(409)
  })

  test('keep the newer of two devices’ changes to one field, and both to two', async () => {
    const otto = await addSubscriber(app.server, 'otto.two@example.com')
    const params = { draftId: idOf(await upload(app.server, otto, app.newFile())) }
    const edit = async (body: object) =>
      (await app.server.call(editDraft, { params, body }, otto)).body as unknown
    await edit({ total: '26', known: { total: [null] } })
    const late = { total: '25.10', supplier: 'Taxi', known: { total: [null, '25'], supplier: [null] } }
    expect(await edit(late)).toEqual({ edit: { total: '26', supplier: 'Taxi' } })
    expect(await edit({ total: '26', known: { total: [null] } })).toMatchObject({ edit: { total: '26' } })
    expect(await edit({ total: '25.10', known: { total: ['26'] } })).toMatchObject({
      edit: { total: '25.10' },
    })
    const both = ['1', '2'].map((total) => edit({ total, known: { total: ['25.10'] } }))
    const [one, two] = (await Promise.all(both)) as { edit: { total: string } }[]
    expect(one!.edit.total).toBe(two!.edit.total)
  })

  test('belong to their owner alone', async () => {
    const [pam, quin] = [
      await addSubscriber(app.server, 'pam@example.com'),
      await addSubscriber(app.server, 'quin@example.com'),
    ]
    const params = { draftId: idOf(await upload(app.server, pam, app.newFile())) }
    expect((await app.server.call(discardDraft, { params }, quin)).status).toBe(404)
    expect((await app.server.call(editDraft, { params, body: { total: '1' } }, quin)).status).toBe(404)
    expect((await app.server.call(drafts, { query: {} }, quin)).body.totalDocs).toBe(0)
  })
})
