import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { linesOf, makePack, openPack, pdfText } from '#testing/packs.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, fileOf, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'
import { pdf } from '@docketbox/testing/files/samples'

let app: Awaited<ReturnType<typeof startReadingServer>>
let ann: Person
beforeAll(async () => {
  app = await startReadingServer()
  ann = await addSubscriber(app.server, 'ann@example.com')
  app.answerWith((content) => {
    const reading = readingOf({ documentDate: '2025-08-03', totalCents: 68_20, gstCents: 6_20 })
    const { gstCents } = reading.fields
    const origin = content.includes('includes GST') ? 'calculated' : 'read'
    return { ...reading, fields: { ...reading.fields, gstCents: { ...gstCents!, origin } } }
  })
})

async function add(text: string, facts: object = {}, person = ann) {
  const uri = await upload(app.server, person, fileOf(pdf(text)))
  const { _id: uploadId } = await app.afterReading(await app.file(uri, person, { description: text }), person)
  await app.server.call(api.receipts.editFacts, { params: { uploadId }, body: facts }, person)
}

test('GST is stated if the receipt or its owner says how much, and derived if we calculated it', async () => {
  await add('GST 6.20')
  await add('GST 6.20, accepted', { gstCents: 6_20 })
  await add('Price includes GST')
  await add('Price includes GST, accepted', { gstCents: 6_20 })
  await add('Price includes GST, corrected', { gstCents: 5_00 })
  await add('GST free', { gstCents: 0 })
  await add('Nothing about it', { gstCents: null })
  const files = await openPack(app.server, ann, await makePack(app.server, ann, '2025-26'))
  const lines = linesOf(files.get('receipts.csv')!)
  expect(Object.fromEntries(lines.map((line) => [line['description'], line['gst_basis']]))).toEqual({
    'GST 6.20': 'stated',
    'GST 6.20, accepted': 'stated',
    'Price includes GST': 'derived',
    'Price includes GST, accepted': 'derived',
    'Price includes GST, corrected': 'stated',
    'GST free': 'none',
    'Nothing about it': 'unknown',
  })
})

test('the summary has no GST where none is known', async () => {
  const bob = await addSubscriber(app.server, 'bob@example.com')
  await add('Nothing about it', { gstCents: null }, bob)
  const files = await openPack(app.server, bob, await makePack(app.server, bob, '2025-26'))
  const text = await pdfText(files.get('summary.pdf')!)
  expect(text).toContain('$68.20 from 1 receipt')
  expect(text).not.toContain('$0.00')
})
