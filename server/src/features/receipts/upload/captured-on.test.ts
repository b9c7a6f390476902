import { api } from '@docketbox/contract'
import { exifOf, heicWithExif } from '@docketbox/testing/files/photo-dates'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, upload } from '#testing/receipts.ts'

const { receipts } = api
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

afterEach(() => server.setNow(undefined))

const keep = (uri: string, more: object, person: Person) =>
  server.call(
    receipts.save,
    { body: { category: fuel, file: [{ uri }], description: 'Fuel', ...more } },
    person,
  )

test('a receipt belongs to the income year of the day it was captured', async () => {
  server.setNow(new Date('2026-06-30T15:00:00Z'))
  const zoe = await addSubscriber(server, 'zoe@example.com')
  const inPerth = await fileReceipt(server, zoe, { capturedOn: '2026-06-30' })
  const inSydney = await fileReceipt(server, zoe)
  const photo = fileOf(await docketJpeg({ takenAt: '2025:06:29 10:00:00', seed: 9 }), 'old.jpg')
  const lastYear = await fileReceipt(server, zoe, { file: photo })
  expect([inPerth, inSydney, lastYear].map(({ capturedOn, incomeYear }) => [capturedOn, incomeYear])).toEqual(
    [
      ['2026-06-30', '2025-26'],
      ['2026-07-01', '2026-27'],
      ['2025-06-29', '2024-25'],
    ],
  )
})

test('a receipt belongs to that year if an iPhone took its photo, too', async () => {
  server.setNow(new Date('2026-07-05T02:00:00Z'))
  const zac = await addSubscriber(server, 'zac@example.com')
  const photo = fileOf(heicWithExif(exifOf('2026:06:28 18:04:05', { orientation: 6 })), 'IMG_1.HEIC')
  const { _id: id, file, ...receipt } = await fileReceipt(server, zac, { file: photo })
  expect(receipt).toMatchObject({ capturedOn: '2026-06-28', incomeYear: '2025-26' })
  const query = { id, file: file[0]!._id, size: 'page' } as const
  expect((await server.call(receipts.preview, { query }, zac)).status).toBe(200)
})

test('a receipt belongs to that year even if it waits in To file until the next one', async () => {
  server.setNow(new Date('2026-06-28T02:00:00Z'))
  const yan = await addSubscriber(server, 'yan@example.com')
  const uri = await upload(server, yan)
  server.setNow(new Date('2026-07-05T02:00:00Z'))
  const later = await server.signIn(yan)
  const filed = await keep(uri, { capturedOn: '2026-06-28' }, later)
  expect(filed.body).toMatchObject({ capturedOn: '2026-06-28', incomeYear: '2025-26' })
})

test('a receipt belongs to that year even if the phone that took it was offline until the next one', async () => {
  server.setNow(new Date('2026-07-20T02:00:00Z'))
  const yve = await addSubscriber(server, 'yve@example.com')
  const file = async (capturedOn: string) => (await keep(await upload(server, yve), { capturedOn }, yve)).body
  expect(await file('2026-06-30')).toMatchObject({ capturedOn: '2026-06-30', incomeYear: '2025-26' })
  expect(await file('2026-06-15')).toMatchObject({ capturedOn: '2026-07-20', incomeYear: '2026-27' })
})

test('an upload keeps the day it was added on a phone that was offline, to be filed on another device', async () => {
  server.setNow(new Date('2026-07-03T02:00:00Z'))
  const yip = await addSubscriber(server, 'yip@example.com')
  const body = fileOf(pdf('Taken on the last day'))
  const { uri } = (await server.call(receipts.uploadFile, { body, query: { capturedOn: '2026-06-30' } }, yip))
    .body
  const [draft] = (await server.call(receipts.drafts, { query: {} }, yip)).body.docs
  expect(draft).toMatchObject({ uri, capturedOn: '2026-06-30' })
  const wrong = { capturedOn: '2020-01-01' }
  const other = (
    await server.call(receipts.uploadFile, { body: fileOf(pdf('Wrong clock')), query: wrong }, yip)
  ).body
  expect(other.capturedOn).toBe('2026-07-03')
  expect(
    (await server.call(receipts.uploadFile, { body: fileOf(pdf('No day')), query: {} }, yip)).body,
  ).not.toHaveProperty('capturedOn')
})

test('a receipt belongs to the year of its photo, even if that replaced one of the year before', async () => {
  server.setNow(new Date('2026-07-02T01:00:00Z'))
  const max = await addSubscriber(server, 'max@example.com')
  const photo = fileOf(await docketJpeg({ takenAt: '2026:07:02 10:00:00', seed: 12 }), 'better.jpg')
  const filed = await keep(await upload(server, max, photo), { capturedOn: '2026-06-30' }, max)
  expect(filed.body).toMatchObject({ capturedOn: '2026-07-02', incomeYear: '2026-27' })
})
