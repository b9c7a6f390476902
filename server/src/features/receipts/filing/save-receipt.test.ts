import { DAY_MS } from '@docketbox/contract/core/units'
import { api, receiptRefusals, receiptTexts, subscriptionRefusals } from '@docketbox/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, upload } from '#testing/receipts.ts'
import { docketJpeg } from '@docketbox/testing/files/samples'

let server: TestServer
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  bob = await addSubscriber(server, 'bob@example.com')
})
afterEach(() => server.setNow(undefined))

const { save, download, draft, draftFile, list } = api.receipts
const keep = (uri: string, more: object = {}, person = ann) =>
  server.call(save, { body: { category: fuel, file: [{ uri }], description: 'Fuel', ...more } }, person)

describe('filing is refused', () => {
  test.each<[string, object, string, string]>([
    ['without a file', { file: [] }, 'file', receiptTexts.chooseFile],
    ['without a description', { description: '  ' }, 'description', receiptTexts.descriptionRequired],
    ['without a category', { category: '' }, 'category', receiptTexts.categoryRequired],
    ['with a key it does not know', { isPaid: true }, 'isPaid', 'Unknown field.'],
    ['with a foreign key in a file', { file: [{ uri: 'x', _id: 'y' }] }, 'file.0._id', 'Unknown field.'],
  ])('%s', async (_, body, field, message) => {
    const response = await keep('draft:x', body)
    expect(response).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  })

  test.each([
    ['nothing', 'draft:01a1f98c-b7c0-73be-90be-d80dc65f7534'],
    ['no draft at all', 'http://169.254.169.254/latest/meta-data'],
    ['a path', '../../etc/passwd'],
  ])('for a uri that names %s', async (_, uri) => {
    expect(await keep(uri)).toMatchObject({ status: 404, body: { code: receiptRefusals.draftNotFound.code } })
  })

  test('for another user’s draft, as if it didn’t exist', async () => {
    const uri = await upload(server, bob)
    const draftId = uri.slice('draft:'.length)
    expect((await keep(uri)).body).toMatchObject({ code: receiptRefusals.draftNotFound.code })
    expect((await server.call(draft, { params: { draftId } }, ann)).status).toBe(404)
    expect((await server.call(draftFile, { params: { draftId }, query: {} }, ann)).status).toBe(404)
    expect((await server.call(draftFile, { params: { draftId }, query: {} }, bob)).status).toBe(200)
  })

  test('for two drafts if one doesn’t exist, and claims neither', async () => {
    const uri = await upload(server, ann)
    const missing = 'draft:01a1f98c-b7c0-73be-90be-d80dc65f7534'
    expect((await keep('', { file: [{ uri }, { uri: missing }] })).status).toBe(404)
    expect((await keep('', { file: [{ uri }, { uri }] })).status).toBe(404)
    expect((await keep(uri)).status).toBe(201)
  })

  test('for pages of which some were saved elsewhere, and names them', async () => {
    const [first, second] = [await upload(server, ann), await upload(server, ann)]
    await keep(first)
    const file = [{ uri: first }, { uri: second }]
    const { status, body } = await keep('', { file })
    expect([status, body]).toMatchObject([409, { code: receiptRefusals.someDraftsTaken.code }])
    expect(body).toHaveProperty('fields', { 'file.0.uri': receiptRefusals.draftTaken.message })
    await keep(second)
    expect((await keep('', { file })).body).toMatchObject({ code: receiptRefusals.draftTaken.code })
  })

  test('for an unknown category, and keeps the draft unclaimed', async () => {
    const uri = await upload(server, ann)
    const nowhere = await keep(uri, { category: '01937000-0000-7000-8000-000000000099' })
    expect(nowhere).toMatchObject({ status: 404, body: { code: receiptRefusals.unknownCategory.code } })
    expect((await keep(uri)).status).toBe(201)
  })

  test('without a plan, as uploading is, but filed receipts stay available', async () => {
    const kim = await addSubscriber(server, 'kim@example.com')
    const receipt = await fileReceipt(server, kim)
    server.setNow(new Date(Date.now() + 40 * DAY_MS))
    const later = await server.signIn(kim)
    const body = fileOf(await docketJpeg())
    const refusal = { status: 403, body: { code: subscriptionRefusals.noActivePlan.code } }
    expect(await server.call(api.receipts.uploadFile, { body, query: {} }, later)).toMatchObject(refusal)
    const picture = await server.call(api.receipts.uploadPicture, { body }, later)
    expect(picture.status).toBe(201)
    expect(await keep(picture.body.uri, {}, later)).toMatchObject(refusal)
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    const replaced = await server.call(
      api.receipts.editFile,
      { params, body: { uri: picture.body.uri } },
      later,
    )
    expect(replaced).toMatchObject(refusal)
    const read = await server.call(list, { query: {} }, later)
    const query = { id: receipt._id, file: receipt.file[0]!._id }
    const downloaded = await server.call(download, { query }, later)
    expect([read.body.totalDocs, downloaded.status]).toEqual([1, 200])
  })

  test('for an upload that was discarded seven days ago', async () => {
    const lee = await addSubscriber(server, 'lee@example.com')
    const uri = await upload(server, lee)
    const params = { draftId: uri.replace('draft:', '') }
    await server.call(api.receipts.discardDraft, { params }, lee)
    server.setNow(new Date(Date.now() + 7 * DAY_MS))
    const later = await server.signIn(lee)
    const response = await keep(uri, {}, later)
    expect(response).toMatchObject({ status: 404, body: { message: receiptRefusals.draftNotFound.message } })
  })
})

test('files uploaded before a plan ended can still be filed', async () => {
  const zoe = await addSubscriber(server, 'zoe@example.com')
  server.setNow(new Date(Date.now() + 29 * DAY_MS))
  const uri = await upload(server, await server.signIn(zoe))
  server.setNow(new Date(Date.now() + 32 * DAY_MS))
  const later = await server.signIn(zoe)
  expect((await server.call(api.receipts.uploadFile, { body: fileOf('x'), query: {} }, later)).status).toBe(
    403,
  )
  expect((await keep(uri, {}, later)).status).toBe(201)
})

test('saving returns what the list then shows, with files in the order they were sent', async () => {
  const first = await upload(server, bob)
  const second = await upload(server, bob)
  const file = [{ uri: second, title: 'Second.pdf' }, { uri: first }]
  const filed = await keep('', { file, capturedOn: '2026-06-30' }, bob)
  expect(filed.status).toBe(201)
  const { docs } = (await server.call(list, { query: {} }, bob)).body
  expect(docs[0]).toEqual(filed.body)
  expect(docs[0]?.file[0]).toMatchObject({ title: 'Second.pdf', version: 1 })
})
