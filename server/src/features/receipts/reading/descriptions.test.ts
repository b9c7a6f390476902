import { api } from '@docketbox/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, fileReceipt, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

let app: Awaited<ReturnType<typeof startReadingServer>>
beforeAll(async () => {
  app = await startReadingServer()
})

test.each([
  { text: 'Harbour Taxi\nFare $23.00', description: 'Taxi or ride', missing: [] },
  { text: 'Harbour Supplies\n$23.00', description: 'Harbour', missing: ['description'] },
])('what a replaced file said was bought isn’t kept: $description', async ({ text, ...expected }) => {
  const ann = await addSubscriber(app.server, `${expected.missing.length}@example.com`)
  const facts = { totalCents: 5685, documentDate: '2026-07-03' }
  app.answerWith(() => readingOf({ ...facts, supplier: 'Ampol' }, { text: 'Ampol\nDiesel 30.10 L' }))
  const draft = { file: app.newFile(), description: '' }
  const receipt = await app.afterReading(await fileReceipt(app.server, ann, draft), ann)
  expect(receipt).toMatchObject({ description: 'Fuel', sources: { description: 'read' } })
  app.answerWith(() => readingOf({ ...facts, supplier: 'Harbour' }, { text }))
  const uri = await upload(app.server, ann, app.newFile())
  const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
  await app.server.call(api.receipts.editFile, { params, body: { uri } }, ann)
  const shown = await vi.waitUntil(
    async () => {
      const now = await app.show(receipt, ann)
      return now.facts.supplier === 'Harbour' && now
    },
    { timeout: 30_000 },
  )
  expect(shown).toMatchObject(expected)
})

test('a receipt is named after a supplier that’s only suggested, then after the corrected one', async () => {
  const amy = await addSubscriber(app.server, 'amy@example.com')
  const read = { supplier: 'Amp0l', totalCents: 5685, documentDate: '2026-07-03' }
  app.answerWith(() => readingOf(read, { unsure: ['supplier'] }))
  const uri = await upload(app.server, amy, app.newFile())
  await app.read(uri, amy)
  const receipt = await app.file(uri, amy)
  expect(receipt).toMatchObject({
    description: 'Amp0l',
    facts: { supplier: null },
    missing: ['description', 'supplier'],
  })
  const edit = { params: { uploadId: receipt._id }, body: { supplier: 'Ampol' } }
  expect((await app.server.call(api.receipts.editFacts, edit, amy)).body).toMatchObject({
    description: 'Ampol',
    missing: ['description'],
  })
})
