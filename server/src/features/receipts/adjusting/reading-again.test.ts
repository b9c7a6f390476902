import { type Adjustment, api } from '@docketbox/contract'
import { docketJpeg } from '@docketbox/testing/files/samples'
import { beforeAll, expect, test } from 'vitest'
import { ReadingFailed } from '#platform/storage/reader.ts'
import type { Person } from '#testing/harness.ts'
import { idOf, startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, fileOf, travel, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

const { adjustDraft, drafts, editFacts, splitDraft, undoAdjustment } = api.receipts
const left: Adjustment['corners'] = [[0, 0], [0.5, 0], [0.5, 1], [0, 1]] // prettier-ignore
const right: Adjustment['corners'] = [[0.5, 0], [1, 0], [1, 1], [0.5, 1]] // prettier-ignore
const taxi = { supplier: 'Harbour Taxi', totalCents: 2_400, documentDate: '2026-07-03' }
const toCheck = { confidence: 0, level: 'check', box: null }

let app: Awaited<ReturnType<typeof startReadingServer>>
let photo: Buffer
beforeAll(async () => {
  app = await startReadingServer()
  photo = await docketJpeg({ width: 800, height: 400 })
})

/** Uploads a photo that's read as this. */
async function uploadPhoto(person: Person, reading = readingOf(taxi, { text: 'HARBOUR TAXI\nFARE' })) {
  app.answerWith(() => reading)
  const uri = await upload(app.server, person, fileOf(photo, 'docket.jpg'))
  await app.read(uri, person)
  return uri
}
const adjust = async (uri: string, person: Person) => {
  const input = { params: { draftId: idOf(uri) }, body: { corners: left, turns: 0 } }
  return (await app.server.call(adjustDraft, input, person)).body
}
function failToRead(): void {
  app.answerWith(() => {
    throw new ReadingFailed('unreadable', 'It’s too dark.')
  })
}

test('until a straightened photo has been read, what was read before is shown to be checked', async () => {
  const ann = await addSubscriber(app.server, 'ann@example.com')
  const uri = await uploadPhoto(ann)
  const other = await upload(app.server, ann, app.newFile())
  await app.read(other, ann)
  const finish = app.holdReader(readingOf({ ...taxi, totalCents: 2_450 }))
  const adjusted = await adjust(uri, ann)
  expect(adjusted).toMatchObject({
    reading: {
      state: 'waiting',
      fields: {
        supplier: { value: 'Harbour Taxi', ...toCheck },
        supplierAbn: null,
        documentDate: { value: '2026-07-03', ...toCheck },
        totalCents: { value: 2_400, ...toCheck },
      },
    },
    suggestedCategory: { category: travel, receipts: 0 },
  })
  const listed = (await app.server.call(drafts, { query: {} }, ann)).body.docs
  expect(listed.map(({ reading }) => reading.fields?.totalCents?.level)).toEqual(['check', 'sure'])
  finish()
  expect(await app.read(uri, ann)).toMatchObject({
    state: 'done',
    fields: { totalCents: { value: 2_450, level: 'sure' } },
  })
})

test('a straightened photo that can’t be read keeps the details of the original, until it’s undone', async () => {
  const bob = await addSubscriber(app.server, 'bob@example.com')
  const uri = await uploadPhoto(bob)
  failToRead()
  await adjust(uri, bob)
  expect(await app.read(uri, bob)).toMatchObject({
    state: 'failed',
    fields: { supplier: { value: 'Harbour Taxi', ...toCheck } },
  })
  const undone = await app.server.call(undoAdjustment, { params: { draftId: idOf(uri) } }, bob)
  expect(undone.body.reading).toMatchObject({ state: 'done', fields: { supplier: { level: 'sure' } } })
})

test('a corrected supplier is only to be checked too', async () => {
  const cat = await addSubscriber(app.server, 'cat@example.com')
  const misread = { ...taxi, supplier: 'Harb0ur', supplierAbn: '51824753556' }
  app.answerWith(() => readingOf(misread, { unsure: ['supplier'] }))
  const earlier = await upload(app.server, cat, app.newFile())
  await app.read(earlier, cat)
  const params = { uploadId: (await app.file(earlier, cat, { category: travel }))._id }
  await app.server.call(editFacts, { params, body: { supplier: 'Harbour Taxi' } }, cat)
  const uri = await uploadPhoto(cat, readingOf(misread, { unsure: ['supplier'] }))
  expect((await app.draftOf(uri, cat)).reading.fields?.supplier?.level).toBe('sure')
  const finish = app.holdReader(readingOf({}))
  expect(await adjust(uri, cat)).toMatchObject({
    reading: { fields: { supplier: { value: 'Harbour Taxi', ...toCheck } } },
    suggestedCategory: { category: travel, receipts: 1 },
  })
  finish()
})

test('a receipt cut out of a photo of several doesn’t get the details of all of them', async () => {
  const dan = await addSubscriber(app.server, 'dan@example.com')
  const areas = [
    { page: 1, left: 0, top: 0, width: 0.5, height: 1 },
    { page: 1, left: 0.5, top: 0, width: 0.5, height: 1 },
  ]
  const cut = await uploadPhoto(dan, readingOf(taxi, { receipts: areas }))
  failToRead()
  await adjust(cut, dan)
  expect(await app.read(cut, dan)).toEqual({ state: 'failed', fields: null })

  const eve = await addSubscriber(app.server, 'eve@example.com')
  const whole = await uploadPhoto(eve)
  failToRead()
  const split = { params: { draftId: idOf(whole) }, body: { receipts: [left, right] } }
  const [part] = (await app.server.call(splitDraft, split, eve)).body.drafts
  expect(part!.reading.fields).toBeNull()
  expect(await app.read(part!.uri, eve)).toEqual({ state: 'failed', fields: null })
})
