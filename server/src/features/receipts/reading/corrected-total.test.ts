import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

let app: Awaited<ReturnType<typeof startReadingServer>>
let ann: Person
beforeAll(async () => {
  app = await startReadingServer()
  ann = await addSubscriber(app.server, 'ann@example.com')
  // “Prices include GST”, and a total of $160.00 whose 6 looks like a 0.
  app.answerWith(() => {
    const reading = readingOf({ totalCents: 100_00, gstCents: 9_09 }, { unsure: ['totalCents', 'gstCents'] })
    const gstCents = { ...reading.fields.gstCents!, origin: 'calculated' as const }
    return { ...reading, fields: { ...reading.fields, gstCents } }
  })
})

const read = async () => {
  const uri = await upload(app.server, ann, app.newFile())
  await app.read(uri, ann)
  return uri
}

test('GST calculated from a misread total isn’t suggested for the corrected one', async () => {
  expect((await app.file(await read(), ann, { facts: { totalCents: 100_00 } })).suggestions).toEqual({
    gstCents: 9_09,
  })
  expect((await app.file(await read(), ann, { facts: { totalCents: 160_00 } })).suggestions).toBeNull()
})

test('it’s no longer suggested once the total is corrected', async () => {
  const { _id: uploadId, suggestions } = await app.file(await read(), ann)
  expect(suggestions).toEqual({ totalCents: 100_00, gstCents: 9_09 })
  const correct = async (totalCents: number) =>
    (await app.server.call(api.receipts.editFacts, { params: { uploadId }, body: { totalCents } }, ann)).body
  expect((await correct(100_00)).suggestions).toEqual({ gstCents: 9_09 })
  expect((await correct(160_00)).suggestions).toBeNull()
})
