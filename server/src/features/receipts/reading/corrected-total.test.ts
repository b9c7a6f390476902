import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

type Name = 'totalCents' | 'gstCents'

let app: Awaited<ReturnType<typeof startReadingServer>>
let ann: Person
beforeAll(async () => {
  app = await startReadingServer()
  ann = await addSubscriber(app.server, 'ann@example.com')
})
beforeEach(() => answerWith({ unsure: ['totalCents', 'gstCents'] }))

/** “Prices include GST”, and a total of $160.00 whose 6 looks like a 0. */
function answerWith({ unsure, origin = 'calculated' }: { unsure: Name[]; origin?: 'calculated' | 'read' }) {
  app.answerWith(() => {
    const reading = readingOf({ totalCents: 100_00, gstCents: 9_09 }, { unsure })
    const gstCents = { ...reading.fields.gstCents!, origin }
    return { ...reading, fields: { ...reading.fields, gstCents } }
  })
}

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

test('GST from a misread total is no longer suggested once the total is corrected', async () => {
  const { _id: uploadId, suggestions } = await app.file(await read(), ann)
  expect(suggestions).toEqual({ totalCents: 100_00, gstCents: 9_09 })
  const correct = async (totalCents: number) =>
    (await app.server.call(api.receipts.editFacts, { params: { uploadId }, body: { totalCents } }, ann)).body
  expect((await correct(100_00)).suggestions).toEqual({ gstCents: 9_09 })
  expect((await correct(160_00)).suggestions).toBeNull()
})

test.each([
  ['calculated', 160_00, null],
  ['read', 160_00, 9_09],
  // It can't be part of so little.
  ['read', 45_00, null],
] as const)(
  'GST that was %s with certainty, and a total corrected to %d: %s',
  async (origin, totalCents, left) => {
    answerWith({ unsure: [], origin })
    const { _id: uploadId, facts } = await app.file(await read(), ann)
    expect(facts).toMatchObject({ totalCents: 100_00, gstCents: 9_09 })
    const corrected = await app.server.call(
      api.receipts.editFacts,
      { params: { uploadId }, body: { totalCents } },
      ann,
    )
    expect(corrected).toMatchObject({ status: 200, body: { facts: { totalCents, gstCents: left } } })
    expect(corrected.body.sources.gstCents).toBe(left === null ? undefined : 'read')
  },
)
