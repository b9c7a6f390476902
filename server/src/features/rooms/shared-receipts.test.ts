import { api, type Receipt, receiptRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt, travel } from '#testing/receipts.ts'
import { addGuest } from '#testing/rooms.ts'

const { receipts } = api

let server: TestServer
let ann: Person
let guest: Person
let pictures: Person
let shared: Receipt
let other: Receipt
let deleted: Receipt
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  ann = await addSubscriber(server, 'ann@example.com')
  shared = await fileReceipt(server, ann, { description: 'Ladder', documentDate: '2025-08-01' })
  other = await fileReceipt(server, ann, {
    description: 'Ladders',
    documentDate: '2024-08-01',
    category: travel,
  })
  deleted = await fileReceipt(server, ann, { description: 'Ladder two', documentDate: '2025-08-02' })
  await server.call(receipts.remove, { params: { uploadId: deleted._id } }, ann)
  guest = (await addGuest(server, ann)).guest
  pictures = (await addGuest(server, ann, { withOriginals: false })).guest
})

const fileOf = ({ _id, file }: Receipt) => ({ id: _id, file: file[0]!._id })
const idsIn = ({ docs }: { docs: Receipt[] }) => docs.map(({ _id }) => _id)

describe('a guest', () => {
  test('finds only receipts of the shared years', async () => {
    for (const endpoint of [receipts.list, receipts.search]) {
      const { body } = await server.call(endpoint, { query: {} }, guest)
      expect(idsIn(body)).toEqual([shared._id])
      expect(body.totalDocs).toBe(1)
      expect((await server.call(endpoint, { query: { q: 'ladder' } }, guest)).body.totalDocs).toBe(1)
      expect((await server.call(endpoint, { query: { incomeYear: '2024-25' } }, guest)).status).toBe(404)
      expect((await server.call(endpoint, { query: { category: travel } }, guest)).body.docs).toEqual([])
    }
  })

  test('isn’t offered words of other years for a mistyped one', async () => {
    const { body } = await server.call(receipts.search, { query: { q: 'laders' } }, guest)
    expect(body).toMatchObject({ docs: [], corrections: [] })
  })

  test('opens receipts, pictures and files of the shared years, but not of others or in the bin', async () => {
    for (const [receipt, status] of [
      [shared, 200],
      [other, 404],
      [deleted, 404],
    ] as const) {
      const details = await server.call(receipts.details, { params: { uploadId: receipt._id } }, guest)
      const preview = await server.call(receipts.preview, { query: fileOf(receipt) }, guest)
      const download = await server.call(receipts.download, { query: fileOf(receipt) }, guest)
      expect([details.status, preview.status, download.status]).toEqual([status, status, status])
    }
  })

  test('gets answers that nothing stores or lists', async () => {
    const { headers } = await server.call(receipts.preview, { query: fileOf(shared) }, guest)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  test('sees no earlier version of a file', async () => {
    const query = { ...fileOf(shared), version: 1 }
    expect((await server.call(receipts.download, { query }, guest)).status).toBe(200)
    expect((await server.call(receipts.download, { query: { ...query, version: 2 } }, guest)).status).toBe(
      404,
    )
  })

  test('downloads only what is shared, and originals only if they are', async () => {
    const ids = [shared, other].map(({ _id }) => _id).join(',')
    const both = await server.call(receipts.downloadAll, { query: { ids } }, guest)
    expect(both).toMatchObject({ status: 409, body: { code: receiptRefusals.selectionChanged.code } })
    const all = await server.call(receipts.downloadAll, { query: {} }, guest)
    expect(all.status).toBe(200)
    expect(all.body.includes('Ladders')).toBe(false)
    const refused = await server.call(receipts.downloadAll, { query: {} }, pictures)
    expect(refused.body).toMatchObject({ code: receiptRefusals.originalsNotShared.code })
    expect((await server.call(receipts.download, { query: fileOf(shared) }, pictures)).status).toBe(403)
    expect((await server.call(receipts.preview, { query: fileOf(shared) }, pictures)).status).toBe(200)
  })

  test('doesn’t get the owner’s dashboard, which the guest log wouldn’t mention', async () => {
    expect((await server.call(receipts.summary, {}, guest)).status).toBe(404)
  })

  test('changes nothing', async () => {
    const params = { uploadId: shared._id }
    expect((await server.call(receipts.remove, { params }, guest)).status).toBe(403)
    expect((await server.call(receipts.editFacts, { params, body: { note: 'x' } }, guest)).status).toBe(403)
    expect((await server.call(api.profile.update, { body: {} } as never, guest)).status).toBe(403)
  })
})
