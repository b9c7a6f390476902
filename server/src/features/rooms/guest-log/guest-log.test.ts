import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { makePack } from '#testing/packs.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { addGuest, sharesOf } from '#testing/rooms.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const { rooms } = api

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})
beforeEach(() => server.setNow(NOW))

describe('the owner sees', () => {
  test('what was opened and downloaded, and gets a mail the first time', async () => {
    const bea = await addSubscriber(server, 'bea@example.com')
    const receipt = await fileReceipt(server, bea, { description: 'Bolts', documentDate: '2025-08-01' })
    const { room, guest } = await addGuest(server, bea, { email: 'seen@example.com' })
    await server.outbox.waitFor('bea@example.com', { subject: 'has opened' })
    const [id, file] = [receipt._id, receipt.file[0]!._id]
    await server.call(api.receipts.search, { query: { q: 'bolts' } }, guest)
    for (let time = 0; time < 2; time++)
      await server.call(api.receipts.details, { params: { uploadId: id } }, guest)
    await server.call(api.receipts.preview, { query: { id, file, size: 'thumbnail' } }, guest)
    for (let time = 0; time < 2; time++)
      await server.call(api.receipts.download, { query: { id, file } }, guest)
    const { body } = await server.call(rooms.guestLog, { params: { roomId: room._id }, query: {} }, bea)
    expect(body.docs.map(({ action, about, title, email }) => [action, about, title, email])).toEqual([
      ['downloadFile', id, 'docket.pdf', 'seen@example.com'],
      ['downloadFile', id, 'docket.pdf', 'seen@example.com'],
      ['openReceipt', id, 'Bolts', 'seen@example.com'],
      ['search', 'bolts', null, 'seen@example.com'],
      ['enter', null, null, 'seen@example.com'],
    ])
    const opened = server.outbox.sent.filter(
      ({ to, subject }) => to === bea.email && subject.includes('has opened'),
    )
    expect(opened).toHaveLength(1)
    expect((await sharesOf(server, bea))[0]).toMatchObject({ firstOpenedAt: NOW.toISOString() })
  })
})

test('a screen that asks for the same thing with several calls at once was viewed once', async () => {
  const owner = await addSubscriber(server, 'once@example.com')
  const { room, guest } = await addGuest(server, owner, { email: 'twice@example.com' })
  const incomeYear = '2025-26'
  await Promise.all(
    Array.from({ length: 4 }, () => [
      server.call(api.records.ofYear, { params: { incomeYear } }, guest),
      server.call(api.expenses.list, { query: { incomeYear } }, guest),
    ]).flat(),
  )
  const log = await server.call(rooms.guestLog, { params: { roomId: room._id }, query: {} }, owner)
  expect(log.body.docs.map(({ action }) => action)).toEqual(['openRecords', 'enter'])
})

test('a guest finds the pack of a shared year, and the owner learns about each download', async () => {
  const gil = await addSubscriber(server, 'gil@example.com')
  await fileReceipt(server, gil, { documentDate: '2025-08-01' })
  const { room, guest } = await addGuest(server, gil, { email: 'packs@example.com' })
  const { guest: pictures } = await addGuest(server, gil, { email: 'p@example.com', withOriginals: false })
  const { guest: other } = await addGuest(server, gil, { email: 'other@example.com', years: ['2024-25'] })
  const params = { incomeYear: '2025-26' }
  expect((await server.call(api.packs.list, { params }, guest)).body.docs).not.toEqual([])
  const { _id: packId } = await makePack(server, gil, '2025-26')
  const download = (person: Person, headers = {}) =>
    server.call(api.packs.download, { params: { packId } }, person, headers)
  const [whole, documents] = [await download(guest), await download(pictures)]
  expect([whole.status, documents.status]).toEqual([200, 200])
  expect(documents.body.length).toBeLessThan(whole.body.length)
  expect((await download(other)).status).toBe(404)
  await server.outbox.waitFor('gil@example.com', { subject: 'packs@example.com has downloaded' })
  // The rest of a download that was interrupted isn't another one.
  expect((await download(guest, { range: 'bytes=5-' })).status).toBe(206)
  const downloads = async () => {
    const log = await server.call(rooms.guestLog, { params: { roomId: room._id }, query: {} }, gil)
    return log.body.docs.filter(({ action }) => action === 'downloadPack').map(({ title }) => title)
  }
  expect(await downloads()).toEqual([expect.stringContaining('tax pack 2025-26')])
  // A download of the whole pack is logged, however it's requested.
  for (const range of ['bytes=-999999999', 'bytes=1-2,4-5'])
    expect((await download(guest, { range })).body.length).toBe(whole.body.length)
  expect(await downloads()).toHaveLength(3)
})

test('the owner gets at most ten mails an hour about a guest’s downloads, and the log has all of them', async () => {
  const owner = await addSubscriber(server, 'flooded@example.com')
  const { room, guest } = await addGuest(server, owner, { email: 'again@example.com' })
  const { guest: last } = await addGuest(server, owner, { email: 'last@example.com' })
  const { _id: packId } = await makePack(server, owner, '2025-26')
  const download = (person: Person) =>
    server.call(api.packs.download, { params: { packId } }, person, { range: 'bytes=0-9' })
  for (let time = 0; time < 12; time++) expect((await download(guest)).status).toBe(206)
  await download(last)
  await server.outbox.waitFor(owner.email, { subject: 'last@example.com has downloaded' })
  const mails = server.outbox.sent.filter(({ subject }) =>
    subject.startsWith('again@example.com has downloaded'),
  )
  expect(mails).toHaveLength(10)
  const log = await server.call(rooms.guestLog, { params: { roomId: room._id }, query: {} }, owner)
  expect(log.body.docs.filter(({ action }) => action === 'downloadPack')).toHaveLength(12)
})
