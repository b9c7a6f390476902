import { api, receiptRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { pdf } from '@docketbox/testing/files/samples'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { whileLocked } from '#testing/database/locks.ts'
import { idOf } from '#testing/reading-server.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, upload } from '#testing/receipts.ts'

const { adjustDraft, adjustFile, details, download, draft, draftFile, draftPreview } = api.receipts
const { restoreVersion, save, undoAdjustment, unfile } = api.receipts

let server: TestServer
let ann: Person
let bob: Person
let photo: Buffer
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  bob = await addSubscriber(server, 'bob@example.com')
  photo = await drawDocket({ supplier: 'Ampol', totalCents: 6_820 }, 'png', { width: 400, height: 600 })
})

/** The paper on the drawn photo. */
const body = {
  corners: [[0.15, 0.05], [0.85, 0.05], [0.85, 0.95], [0.15, 0.95]] as [Corner, Corner, Corner, Corner], // prettier-ignore
  turns: 0,
}
type Corner = [number, number]

const uploadPhoto = async () => idOf(await upload(server, ann, fileOf(photo, 'docket.png')))
const adjust = (draftId: string, change: object = {}, person = ann) =>
  server.call(adjustDraft, { params: { draftId }, body: { ...body, ...change } }, person)
const bytesOf = async (draftId: string, query: { original?: 'true' } = {}) =>
  (await server.call(draftFile, { params: { draftId }, query }, ann)).body
const fileDraft = async (draftId: string) => {
  const input = { category: fuel, file: [{ uri: `draft:${draftId}` }] }
  return (await server.call(save, { body: input }, ann)).body
}

describe('adjusting an upload', () => {
  test('shows a copy, while the original can still be downloaded, byte for byte', async () => {
    const draftId = await uploadPhoto()
    const adjusted = await adjust(draftId, { turns: 1 })
    expect(adjusted.body).toMatchObject({
      uri: `draft:${draftId}`,
      title: 'docket.jpg',
      type: 'image/jpeg',
      adjustedAt: expect.any(String),
    })
    const copy = await bytesOf(draftId)
    const { width, height, dominant } = { ...(await sharp(copy).metadata()), ...(await sharp(copy).stats()) }
    // Cut from 400 x 600, then turned.
    expect([width, height]).toEqual([539, 279])
    // Paper from edge to edge.
    expect(dominant.r).toBeGreaterThan(225)
    expect((await bytesOf(draftId, { original: 'true' })).equals(photo)).toBe(true)
    const preview = await server.call(draftPreview, { params: { draftId }, query: {} }, ann)
    expect((await sharp(preview.body).metadata()).width).toBe(539)
  })

  test('starts from the original again, so that nothing is lost by trying', async () => {
    const draftId = await uploadPhoto()
    await adjust(draftId)
    await adjust(draftId, { corners: [[0, 0], [1, 0], [1, 1], [0, 1]] }) // prettier-ignore
    expect(await sharp(await bytesOf(draftId)).metadata()).toMatchObject({ width: 399, height: 599 })
  })

  test('can be undone, even twice', async () => {
    const draftId = await uploadPhoto()
    await adjust(draftId)
    for (const _ of [1, 2]) {
      const undone = await server.call(undoAdjustment, { params: { draftId } }, ann)
      expect(undone.body).toMatchObject({ title: 'docket.png', type: 'image/png', width: 400 })
      expect(undone.body.adjustedAt).toBeUndefined()
    }
    expect((await bytesOf(draftId)).equals(photo)).toBe(true)
  })

  test('files the original as the first version and the copy as the second', async () => {
    const draftId = await uploadPhoto()
    await adjust(draftId)
    const copy = await bytesOf(draftId)
    const { _id, file } = await fileDraft(draftId)
    expect(file).toMatchObject([{ version: 2, type: 'image/jpeg', title: 'docket.jpg' }])
    const versionOf = async (version?: number) => {
      const query = { id: _id, file: file[0]!._id, version }
      return (await server.call(download, { query }, ann)).body
    }
    expect((await versionOf(1)).equals(photo)).toBe(true)
    expect((await versionOf()).equals(copy)).toBe(true)
    const refused = await adjust(draftId)
    expect(refused.body).toMatchObject({ code: receiptRefusals.draftTaken.code })
  })

  test.each([
    ['adjusted', (draftId: string) => adjust(draftId), 2],
    ['restored', (draftId: string) => server.call(undoAdjustment, { params: { draftId } }, ann), 1],
  ])('files the original of a draft that’s %s at the same moment', async (_, change, version) => {
    const draftId = await uploadPhoto()
    if (version === 1) await adjust(draftId)
    const calls = [() => change(draftId), () => fileDraft(draftId)] as const
    const [changed, { _id, file }] = await whileLocked(
      server.deps.db,
      sql`lock table draft_originals in share mode`,
      calls,
    )
    expect(changed.status).toBe(200)
    expect(file).toMatchObject([{ version }])
    const original = await server.call(download, { query: { id: _id, file: file[0]!._id, version: 1 } }, ann)
    expect(original.body.equals(photo)).toBe(true)
  })

  test('survives undoing the filing', async () => {
    const draftId = await uploadPhoto()
    await adjust(draftId)
    const { _id } = await fileDraft(draftId)
    const undone = await server.call(unfile, { body: { receipts: [_id] } }, ann)
    expect(undone.body.drafts).toMatchObject([{ title: 'docket.jpg', adjustedAt: expect.any(String) }])
    expect((await bytesOf(draftId, { original: 'true' })).equals(photo)).toBe(true)
    expect((await fileDraft(draftId)).file[0]).toMatchObject({ version: 2 })
  })

  test('is refused for another owner, a document, and corners that cross', async () => {
    const draftId = await uploadPhoto()
    expect((await adjust(draftId, {}, bob)).body).toMatchObject({ code: receiptRefusals.draftNotFound.code })
    const undone = await server.call(undoAdjustment, { params: { draftId } }, bob)
    expect(undone.status).toBe(404)
    const document = idOf(await upload(server, ann, fileOf(pdf('Invoice'))))
    expect((await adjust(document)).body).toMatchObject({ code: receiptRefusals.notAdjustable.code })
    const [one, two, three, four] = body.corners
    expect((await adjust(draftId, { corners: [two, one, three, four] })).status).toBe(400)
    const unchanged = await server.call(draft, { params: { draftId } }, ann)
    expect(unchanged.body.adjustedAt).toBeUndefined()
  })
})

describe('adjusting a picture of a receipt', () => {
  test('adds a version, and any earlier one can be brought back', async () => {
    const { _id, file } = await fileReceipt(server, ann, { file: fileOf(photo, 'docket.png') })
    const params = { uploadId: _id, fileId: file[0]!._id }
    const adjusted = await server.call(adjustFile, { params, body }, ann)
    expect(adjusted.body.file).toMatchObject([{ version: 2, type: 'image/jpeg', width: 279 }])
    const restored = await server.call(restoreVersion, { params, body: { version: 1 } }, ann)
    expect(restored.body.file).toMatchObject([{ version: 3, type: 'image/png', width: 400 }])
    const repeated = await server.call(restoreVersion, { params, body: { version: 1 } }, ann)
    expect(repeated.body.file).toEqual(restored.body.file)
    const { versions } = (await server.call(details, { params: { uploadId: _id } }, ann)).body
    expect(versions.map(({ version, replacedAt }) => [version, replacedAt === null])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    const current = await server.call(download, { query: { id: _id, file: file[0]!._id } }, ann)
    expect(current.body.equals(photo)).toBe(true)
  })

  test('can be repeated, but is refused once there’s another version than the one that was shown', async () => {
    const { _id, file } = await fileReceipt(server, ann, { file: fileOf(photo, 'docket.png') })
    const params = { uploadId: _id, fileId: file[0]!._id }
    const first = await server.call(adjustFile, { params, body: { ...body, version: 1 } }, ann)
    expect(first.body.file).toMatchObject([{ version: 2 }])
    const repeated = await server.call(adjustFile, { params, body: { ...body, version: 1 } }, ann)
    expect(repeated.body.file).toEqual(first.body.file)
    const second = await server.call(adjustFile, { params, body: { ...body, turns: 1, version: 1 } }, ann)
    expect(second).toMatchObject({ status: 409, body: { code: receiptRefusals.pictureChanged.code } })
  })

  test('is refused for another owner and for a version that doesn’t exist', async () => {
    const { _id, file } = await fileReceipt(server, ann, { file: fileOf(photo, 'docket.png') })
    const params = { uploadId: _id, fileId: file[0]!._id }
    expect((await server.call(adjustFile, { params, body }, bob)).body).toMatchObject({
      code: expect.stringMatching(/fileNotFound/),
    })
    const missing = await server.call(restoreVersion, { params, body: { version: 7 } }, ann)
    expect(missing.body).toMatchObject({ code: receiptRefusals.fileNotFound.code })
    expect((await server.call(restoreVersion, { params, body: { version: 1 } }, bob)).status).toBe(404)
    const version = 2 ** 40
    expect((await server.call(restoreVersion, { params, body: { version } }, ann)).status).toBe(400)
    const huge = await server.call(adjustFile, { params, body: { ...body, version } }, ann)
    expect(huge.status).toBe(400)
  })
})
