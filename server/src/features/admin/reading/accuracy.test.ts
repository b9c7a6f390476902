import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { readerOff, readingOf } from '#testing/scripted-reader.ts'
import { startTestServer } from '#testing/harness.ts'

const { editFacts, toCheck } = api.receipts
const { readingAccuracy } = api.admin

let app: Awaited<ReturnType<typeof startReadingServer>>
beforeAll(async () => {
  app = await startReadingServer()
})

test('counts what was kept and what was corrected, by field and level, and nothing else', async () => {
  const admin = await app.server.addUser('admin@example.com', { role: 'Admin' })
  const ann = await addSubscriber(app.server, 'ann@example.com')
  app.answerWith(() => readingOf({ supplier: 'Ampol', totalCents: 5685 }, { unsure: ['totalCents'] }))
  const ids: string[] = []
  for (const totalCents of [5685, 5685, 100, null]) {
    const receipt = await app.afterReading(await fileReceipt(app.server, ann, { file: app.newFile() }), ann)
    ids.unshift(receipt._id)
    expect((await app.server.call(toCheck, {}, ann)).body.ids).toEqual([receipt._id])
    const input = { params: { uploadId: receipt._id }, body: { totalCents } }
    await app.server.call(editFacts, input, ann)
  }
  const params = { uploadId: ids[0]! }
  await app.server.call(editFacts, { params, body: { supplier: 'Shell' } }, ann)
  expect((await app.server.call(toCheck, {}, ann)).body.ids).toEqual([])
  expect((await app.server.call(readingAccuracy, {}, admin)).body).toEqual({
    reader: 'ready',
    fields: [
      { field: 'supplier', level: 'sure', decided: 1, kept: 0 },
      { field: 'totalCents', level: 'check', decided: 4, kept: 2 },
    ],
  })
})

test('says when the reader is off, to administrators only', async () => {
  const server = await startTestServer({}, undefined, readerOff)
  const admin = await server.addUser('admin@example.com', { role: 'Admin' })
  expect((await server.call(readingAccuracy, {}, admin)).body).toEqual({ reader: 'off', fields: [] })
  const ann = await server.addUser('ann@example.com')
  expect((await server.call(readingAccuracy, {}, ann)).status).toBe(403)
})
