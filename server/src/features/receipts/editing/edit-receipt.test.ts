import { type Adjustment, api, receiptRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, travel, upload } from '#testing/receipts.ts'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'

let server: TestServer
let ann: Person
let eve: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  eve = await addSubscriber(server, 'eve@example.com')
})

const { adjustDraft, editFile, move, editFacts, remove, restore } = api.receipts
const { details, download, list, bin } = api.receipts
const count = async (person: Person, category: string) =>
  (await server.call(list, { query: { category } }, person)).body.totalDocs

describe('renaming a file', () => {
  test('changes its title and nothing else', async () => {
    const receipt = await fileReceipt(server, ann)
    const [file] = receipt.file
    const params = { uploadId: receipt._id, fileId: file!._id }
    const body = { title: ' Shell\r\nDubbo.pdf ', uri: file!.uri, type: 'text/html', size: 1 }
    const renamed = await server.call(editFile, { params, body }, ann)
    expect(renamed.body.file).toEqual([{ ...file, title: 'Shell Dubbo.pdf' }])
    expect((await server.call(editFile, { params, body: { title: '' } }, ann)).body).toMatchObject({
      fields: { title: 'A title is required.' },
    })
  })

  test('keeps a slash in the title but not in the file name', async () => {
    const receipt = await fileReceipt(server, ann)
    const file = receipt.file[0]!._id
    const params = { uploadId: receipt._id, fileId: file }
    const renamed = await server.call(editFile, { params, body: { title: 'Parking 12/03/2026' } }, ann)
    expect(renamed.body.file[0]!.title).toBe('Parking 12/03/2026')
    const { headers } = await server.call(download, { query: { id: receipt._id, file } }, ann)
    expect(headers.get('content-disposition')).toContain('filename="Parking 12_03_2026.pdf"')
  })
})

describe('replacing a file', () => {
  test('adds a version and keeps the old one, byte for byte', async () => {
    const before = pdf('before')
    const after = await docketJpeg({ seed: 3 })
    const receipt = await fileReceipt(server, ann, { file: fileOf(before) })
    const file = receipt.file[0]!._id
    const uri = await upload(server, ann, fileOf(after, 'better.jpg'))
    const params = { uploadId: receipt._id, fileId: file }
    const replaced = await server.call(editFile, { params, body: { uri } }, ann)
    expect(replaced.body.file).toMatchObject([
      { _id: file, version: 2, type: 'image/jpeg', title: 'better.jpg' },
    ])

    const [now, then] = await Promise.all([
      server.call(download, { query: { id: receipt._id, file } }, ann),
      server.call(download, { query: { id: receipt._id, file, version: 1 } }, ann),
    ])
    expect(now.body.equals(after)).toBe(true)
    expect(then.body.equals(before)).toBe(true)
    const { versions } = (await server.call(details, { params: { uploadId: receipt._id } }, ann)).body
    expect(versions.map(({ version, replacedAt }) => [version, replacedAt === null])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  test('again after a lost response changes nothing, and another file isn’t replaced with the same upload', async () => {
    const receipt = await fileReceipt(server, ann)
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    const uri = await upload(server, ann, fileOf(pdf('better')))
    const replaced = await server.call(editFile, { params, body: { uri } }, ann)
    const again = await server.call(editFile, { params, body: { uri } }, ann)
    expect(again.body.file).toEqual(replaced.body.file)
    const other = await fileReceipt(server, ann)
    const otherFile = { uploadId: other._id, fileId: other.file[0]!._id }
    expect(await server.call(editFile, { params: otherFile, body: { uri } }, ann)).toMatchObject({
      status: 409,
      body: { code: receiptRefusals.draftTaken.code },
    })
  })

  test('by a straightened upload adds its original as a version, too', async () => {
    const photo = await docketJpeg({ seed: 4 })
    const receipt = await fileReceipt(server, ann)
    const fileId = receipt.file[0]!._id
    const uri = await upload(server, ann, fileOf(photo, 'better.jpg'))
    const draftId = uri.slice('draft:'.length)
    const adjustment = { corners: [[0, 0], [0.5, 0], [0.5, 1], [0, 1]] as Adjustment['corners'], turns: 0 } // prettier-ignore
    await server.call(adjustDraft, { params: { draftId }, body: adjustment }, ann)
    const params = { uploadId: receipt._id, fileId }
    const replaced = await server.call(editFile, { params, body: { uri } }, ann)
    expect(replaced.body.file).toMatchObject([{ version: 3, title: 'better.jpg' }])
    const { versions } = (await server.call(details, { params }, ann)).body
    expect(versions.map(({ version, replacedAt }) => [version, replacedAt === null])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    const query = { id: receipt._id, file: fileId, version: 2 }
    expect((await server.call(download, { query }, ann)).body.equals(photo)).toBe(true)
  })

  test('changes nothing when the draft is another user’s', async () => {
    const receipt = await fileReceipt(server, ann)
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    const uri = await upload(server, eve)
    const refused = await server.call(editFile, { params, body: { uri, title: 'new' } }, ann)
    expect(refused.status).toBe(404)
    expect((await server.call(details, { params }, ann)).body.file).toEqual(receipt.file)
  })
})

describe('deleting a receipt', () => {
  test('moves it to the bin, from which it’s restored unchanged', async () => {
    const max = await addSubscriber(server, 'max@example.com')
    const receipt = await fileReceipt(server, max)
    const params = { uploadId: receipt._id }
    const removed = await server.call(remove, { params }, max)
    expect(removed.body.deletedAt).not.toBeNull()
    expect((await server.call(bin, { query: {} }, max)).body.docs.map(({ _id }) => _id)).toEqual([
      receipt._id,
    ])
    expect(await count(max, fuel)).toBe(0)

    const restored = await server.call(restore, { params }, max)
    expect(restored.body).toEqual({ ...receipt, updatedAt: restored.body.updatedAt })
    expect(await count(max, fuel)).toBe(1)
    expect((await server.call(bin, { query: {} }, max)).body.totalDocs).toBe(0)
  })

  test('twice, as from a second tab, does no harm', async () => {
    const receipt = await fileReceipt(server, ann)
    const params = { uploadId: receipt._id }
    const [one, two] = await Promise.all([
      server.call(remove, { params }, ann),
      server.call(remove, { params }, ann),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.deletedAt).toBe(two.body.deletedAt)
    await server.call(restore, { params }, ann)
    expect((await server.call(restore, { params }, ann)).status).toBe(200)
  })

  test('keeps a second tab from changing it, and says why', async () => {
    const receipt = await fileReceipt(server, ann)
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    await server.call(remove, { params }, ann)
    const responses = await Promise.all([
      server.call(move, { params, body: { category: travel } }, ann),
      server.call(editFile, { params, body: { title: 'x' } }, ann),
      server.call(editFacts, { params, body: { note: 'x' } }, ann),
    ])
    for (const response of responses)
      expect(response).toMatchObject({ status: 409, body: { message: receiptRefusals.inTrash.message } })
    expect((await server.call(details, { params }, ann)).body.deletedAt).not.toBeNull()
  })
})
