import { api, type Receipt } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { readingOf } from '#testing/scripted-reader.ts'

const ampol = { supplier: 'Ampol', totalCents: 5685, documentDate: '2026-07-03' }
const { list, readAgain, search, summary } = api.receipts

let app: Awaited<ReturnType<typeof startReadingServer>>
beforeAll(async () => {
  app = await startReadingServer()
})

test('lists say which receipts are still being read, as long as they lack details', async () => {
  const ann = await addSubscriber(app.server, 'ann@example.com')
  const listed = async () => {
    const lists = await Promise.all([
      app.server.call(list, { query: {} }, ann).then(({ body }) => body.docs),
      app.server.call(search, { query: {} }, ann).then(({ body }) => body.docs),
      app.server.call(search, { query: { q: 'lunch' } }, ann).then(({ body }) => body.docs),
      app.server.call(summary, {}, ann).then(({ body }) => body.recent),
    ])
    return lists.map((docs) => docs.map(({ isReading, facts }: Receipt) => [isReading, facts.supplier]))
  }
  const letRead = app.holdReader(readingOf(ampol))
  const receipt = await fileReceipt(app.server, ann, { file: app.newFile(), description: 'Lunch' })
  expect(await listed()).toEqual(Array(4).fill([[true, null]]))

  letRead()
  await app.afterReading(receipt, ann)
  expect(await listed()).toEqual(Array(4).fill([[undefined, 'Ampol']]))

  const letReadAgain = app.holdReader(readingOf(ampol))
  await app.server.call(readAgain, { params: { uploadId: receipt._id } }, ann)
  expect(await listed()).toEqual(Array(4).fill([[undefined, 'Ampol']]))
  letReadAgain()
  await app.afterReading(receipt, ann)
})

test('a server that doesn’t read receipts lists none as being read', async () => {
  const server = await startTestServer()
  const bob = await addSubscriber(server, 'bob@example.com')
  await fileReceipt(server, bob, { file: app.newFile() })
  const waiting = server.deps.db.selectFrom('readings').select('state').where('ownerId', '=', bob.id)
  expect(await waiting.execute()).toEqual([{ state: 'waiting' }])
  const { body } = await server.call(search, { query: {} }, bob)
  expect(body.docs.map(({ isReading }) => isReading)).toEqual([undefined])
})
