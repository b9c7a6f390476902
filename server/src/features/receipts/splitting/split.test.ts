import { type Adjustment, api, receiptRefusals } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import sharp from 'sharp'
import { docketJpeg } from '@docketbox/testing/files/samples'
import { addSubscriber, fileOf, fuel, upload } from '#testing/receipts.ts'
import { whileLocked } from '#testing/database/locks.ts'
import { idOf, startReadingServer } from '#testing/reading-server.ts'
import { readingOf } from '#testing/scripted-reader.ts'

type Corners = Adjustment['corners']
const { adjustDraft, undoAdjustment } = api.receipts
const { discardDraft, details, draftFile, download, drafts, editDraft, splitDraft, undoSplit, unfile } =
  api.receipts
const halves = [
  { page: 1, left: 0, top: 0, width: 0.5, height: 1 },
  { page: 1, left: 0.5, top: 0.25, width: 0.5, height: 0.5 },
]

let app: Awaited<ReturnType<typeof startReadingServer>>
let picture: Buffer
let whole: string
beforeAll(async () => {
  app = await startReadingServer()
  picture = await docketJpeg({ width: 800, height: 400 })
  whole = picture.toString('utf8')
})
// Only the whole picture shows several.
beforeEach(() => {
  app.answerWith((content) =>
    content === whole ? readingOf({}, { receipts: halves }) : readingOf({ supplier: 'Ampol' }),
  )
})

async function uploadPicture(email: string) {
  const person = await addSubscriber(app.server, email)
  const uri = await upload(app.server, person, fileOf(picture, 'both.jpg'))
  await app.read(uri, person)
  const params = { draftId: idOf(uri) }
  return {
    person,
    uri,
    params,
    split: () => app.server.call(splitDraft, { params, body: {} }, person),
    undo: () => app.server.call(undoSplit, { params }, person),
    waiting: async () => (await app.server.call(drafts, { query: {} }, person)).body.docs,
  }
}

describe('splitting a picture', () => {
  test('makes an upload of each receipt, which is read for itself', async () => {
    const { person, split, waiting } = await uploadPicture('ann@example.com')
    expect(await waiting()).toMatchObject([{ title: 'both.jpg', splitsInto: 2 }])
    const { status, body } = await split()
    expect(status).toBe(201)
    expect(body.drafts).toMatchObject([
      { title: 'both (1 of 2).jpg', type: 'image/jpeg', width: 400, height: 399 },
      { title: 'both (2 of 2).jpg', type: 'image/jpeg', width: 400, height: 200 },
    ])
    expect((await split()).body.drafts.map(({ uri }) => uri)).toEqual(body.drafts.map(({ uri }) => uri))
    for (const { uri } of body.drafts) await app.read(uri, person)
    const docs = await waiting()
    expect(docs).toMatchObject(body.drafts.map(({ uri }) => ({ uri, reading: { state: 'done' } })))
    expect(docs.every(({ splitsInto }) => splitsInto === undefined)).toBe(true)
    const part = await app.server.call(
      draftFile,
      { params: { draftId: idOf(docs[1]!.uri) }, query: {} },
      person,
    )
    expect(await sharp(part.body).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 200 })
  })

  test('follows the corners of tilted receipts, and corners the owner sets', async () => {
    const corners = [[0.1, 0.1], [0.5, 0.2], [0.45, 0.9], [0.05, 0.8]] as Corners // prettier-ignore
    const right = [[0.5, 0], [1, 0], [1, 1], [0.5, 1]] as Corners // prettier-ignore
    const { person, params, split, undo } = await uploadPicture('ben@example.com')
    app.answerWith((content) =>
      content === whole
        ? readingOf({}, { receipts: [{ ...halves[0]!, corners }, halves[1]!] })
        : readingOf({ supplier: 'Ampol' }),
    )
    const other = await uploadPicture('bet@example.com')
    expect((await other.split()).body.drafts[0]).toMatchObject({ width: 322, height: 282 })

    expect((await split()).body.drafts[0]).toMatchObject({ width: 400, height: 399 })
    await undo()
    const body = { receipts: [corners, right, right] }
    const { body: cut } = await app.server.call(splitDraft, { params, body }, person)
    expect(cut.drafts.map(({ width, height }) => [width, height])).toEqual([[322, 282], [400, 399], [400, 399]]) // prettier-ignore
    expect((await app.server.call(splitDraft, { params, body: { receipts: [right] } }, person)).status).toBe(
      400,
    )
  })

  test('keeps the picture as the first version of the file', async () => {
    const { person, split } = await uploadPicture('bea@example.com')
    const [first] = (await split()).body.drafts
    const receipt = await app.file(first!.uri, person)
    const { file, versions } = (await app.server.call(details, { params: { uploadId: receipt._id } }, person))
      .body
    expect(file).toMatchObject([{ title: 'both (1 of 2).jpg', version: 2 }])
    expect(receipt.file[0]!.version).toBe(2)
    expect(versions.map(({ title, version }) => ({ title, version }))).toEqual([
      { title: 'both (1 of 2).jpg', version: 2 },
      { title: 'both.jpg', version: 1 },
    ])
    const query = { id: receipt._id, file: file[0]!._id, version: 1 }
    expect((await app.server.call(download, { query }, person)).body.equals(picture)).toBe(true)
  })

  test('is refused for a picture that’s restored meanwhile', async () => {
    const { person, params, waiting } = await uploadPicture('bev@example.com')
    const { server } = app
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]] as Corners // prettier-ignore
    await server.call(adjustDraft, { params, body: { corners, turns: 1 } }, person)
    const halved = { receipts: [[[0, 0], [1, 0], [1, 0.5], [0, 0.5]], corners] as Corners[] } // prettier-ignore
    const [restored, split] = await whileLocked(
      server.deps.db,
      sql`lock table draft_originals in share mode`,
      [
        () => server.call(undoAdjustment, { params }, person),
        () => server.call(splitDraft, { params, body: halved }, person),
      ] as const,
    )
    expect(restored.status).toBe(200)
    expect(split).toMatchObject({ status: 409, body: { code: receiptRefusals.pictureChanged.code } })
    expect(await waiting()).toMatchObject([{ title: 'both.jpg', width: 800 }])
  })

  test('can be undone until one of the receipts is filed', async () => {
    const { person, uri, split, undo, waiting } = await uploadPicture('cat@example.com')
    const { _id } = await app.file(uri, person)
    await app.server.call(unfile, { body: { receipts: [_id] } }, person)
    const [first] = (await split()).body.drafts
    await app.server.call(discardDraft, { params: { draftId: idOf(first!.uri) } }, person)
    expect((await undo()).body).toMatchObject({ uri, splitsInto: 2 })
    expect((await waiting()).map((draft) => draft.uri)).toEqual([uri])
    expect((await undo()).body).toMatchObject({ uri })
    const [again] = (await split()).body.drafts
    await app.file(again!.uri, person)
    expect((await undo()).body).toMatchObject({ code: receiptRefusals.draftTaken.code })
  })

  test('keeps what was typed meanwhile when it’s undone', async () => {
    const { person, uri, split, undo, waiting } = await uploadPicture('cam@example.com')
    const type = (part: string, body: object) =>
      app.server.call(editDraft, { params: { draftId: idOf(part) }, body }, person)
    await type(uri, { description: 'Lunch', supplier: 'Cafe' })
    const [first, second] = (await split()).body.drafts
    await type(first!.uri, { description: 'Lunch with Tom', total: '5' })
    await type(second!.uri, { description: 'Fuel', supplier: 'Ampol', total: '50', category: fuel })
    const edit = {
      supplier: 'Cafe',
      total: '5',
      category: fuel,
      description: 'Lunch with Tom, Fuel, Ampol, 50',
    }
    expect((await undo()).body.edit).toEqual(edit)
    expect(await waiting()).toMatchObject([{ uri, edit }])
  })

  test('is refused for one receipt, and to other owners', async () => {
    const { params } = await uploadPicture('dan@example.com')
    const eve = await addSubscriber(app.server, 'eve@example.com')
    expect((await app.server.call(splitDraft, { params, body: {} }, eve)).status).toBe(404)
    expect((await app.server.call(undoSplit, { params }, eve)).status).toBe(404)
    const uri = await upload(app.server, eve, app.newFile())
    await app.read(uri, eve)
    const single = { params: { draftId: idOf(uri) }, body: {} }
    expect((await app.server.call(splitDraft, single, eve)).body).toMatchObject({
      code: receiptRefusals.cannotSplit.code,
    })
  })
})
