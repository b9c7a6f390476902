import { api, type Receipt } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FileReading, ReadingFailed } from '#platform/storage/reader.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, travel, upload } from '#testing/receipts.ts'
import { readingOf, scriptedReader } from '#testing/scripted-reader.ts'
import { pdf } from '@docketbox/testing/files/samples'

const ampol = { supplier: 'Ampol', supplierAbn: '51824753556', totalCents: 5685, documentDate: '2026-07-03' }
const { draft, drafts, save, details, editFacts, editFile, remove, restore, readAgain } = api.receipts
const { discardDraft, restoreDraft, readAll, readingProgress, summary } = api.receipts

let server: TestServer
let script: (content: string) => FileReading | Promise<FileReading>
const gates: (() => void)[] = []
let count = 0

beforeAll(async () => {
  server = await startTestServer(
    {},
    undefined,
    scriptedReader((content) => script(content)),
  )
})
beforeEach(() => {
  script = () => readingOf(ampol, { unsure: ['documentDate'] })
  for (const open of gates.splice(0)) open()
})

/** Holds the reader until the returned function is called. */
function holdReader(answer: FileReading): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  gates.push(resolve)
  script = () => promise.then(() => answer)
  return resolve
}
const newFile = () => fileOf(pdf(`Docket ${count++}`))
const idOf = (uri: string) => uri.slice('draft:'.length)
const draftOf = async (uri: string, person: Person) =>
  (await server.call(draft, { params: { draftId: idOf(uri) } }, person)).body
const read = (uri: string, person: Person) =>
  vi.waitUntil(
    async () => {
      const { reading } = await draftOf(uri, person)
      return reading.state !== 'waiting' && reading
    },
    { timeout: 20_000 },
  )
const file = async (uri: string, person: Person, more: object = {}) => {
  const { status, body } = await server.call(
    save,
    { body: { category: fuel, file: [{ uri }], ...more } },
    person,
  )
  expect(status).toBe(201)
  return body
}
const show = async ({ _id }: Pick<Receipt, '_id'>, person: Person) =>
  (await server.call(details, { params: { uploadId: _id } }, person)).body
/** The receipt once its files were read. */
const afterReading = (receipt: Receipt, person: Person) =>
  vi.waitUntil(
    async () => {
      const shown = await show(receipt, person)
      return shown.readings.every(({ state }) => state !== 'waiting') && shown
    },
    { timeout: 20_000 },
  )

describe('a receipt that was read before it’s filed', () => {
  test('has the values that are certain as facts, and suggests the others', async () => {
    const ann = await addSubscriber(server, 'ann@example.com')
    const uri = await upload(server, ann, newFile())
    expect(await read(uri, ann)).toMatchObject({
      state: 'done',
      fields: { supplier: { value: 'Ampol', level: 'sure' }, documentDate: { level: 'check' } },
    })
    const receipt = await file(uri, ann)
    expect(receipt).toMatchObject({
      description: 'Ampol',
      facts: { supplier: 'Ampol', supplierAbn: '51824753556', totalCents: 5685, documentDate: null },
      sources: { description: 'default', supplier: 'read', totalCents: 'read' },
      suggestions: { documentDate: '2026-07-03' },
    })
    expect((await server.call(summary, {}, ann)).body).toMatchObject({ toFile: 0, toCheck: 1 })
  })

  test('keeps what was typed on the card', async () => {
    const bea = await addSubscriber(server, 'bea@example.com')
    const uri = await upload(server, bea, newFile())
    await read(uri, bea)
    const receipt = await file(uri, bea, {
      description: 'Diesel',
      facts: { totalCents: 1200, supplier: 'Ampol', documentDate: '2026-07-04' },
    })
    expect(receipt).toMatchObject({
      description: 'Diesel',
      facts: { totalCents: 1200, documentDate: '2026-07-04' },
      sources: { description: 'typed', totalCents: 'typed', supplier: 'confirmed', documentDate: 'typed' },
      suggestions: null,
    })
  })
})

describe('a reading that arrives after filing', () => {
  test('fills in what is empty and names the receipt', async () => {
    const cleo = await addSubscriber(server, 'cleo@example.com')
    const finish = holdReader(readingOf(ampol))
    const receipt = await file(await upload(server, cleo, newFile()), cleo)
    expect(receipt).toMatchObject({
      description: 'Fuel, Car Repair and Servicing',
      facts: { supplier: null },
    })
    finish()
    expect(await afterReading(receipt, cleo)).toMatchObject({
      description: 'Ampol',
      facts: { supplier: 'Ampol', totalCents: 5685, documentDate: '2026-07-03' },
    })
  })

  test('never overwrites what was typed or cleared meanwhile', async () => {
    const dee = await addSubscriber(server, 'dee@example.com')
    const finish = holdReader(readingOf(ampol))
    const receipt = await file(await upload(server, dee, newFile()), dee, { description: 'Trip' })
    const edit = { supplier: 'Shell', totalCents: null }
    await server.call(editFacts, { params: { uploadId: receipt._id }, body: edit }, dee)
    finish()
    expect(await afterReading(receipt, dee)).toMatchObject({
      description: 'Trip',
      facts: { supplier: 'Shell', totalCents: null, documentDate: '2026-07-03' },
      sources: { supplier: 'typed', totalCents: 'typed', documentDate: 'read' },
    })
  })

  test('also reaches a receipt in the bin', async () => {
    const eve = await addSubscriber(server, 'eve@example.com')
    const finish = holdReader(readingOf(ampol))
    const receipt = await file(await upload(server, eve, newFile()), eve)
    await server.call(remove, { params: { uploadId: receipt._id } }, eve)
    finish()
    await afterReading(receipt, eve)
    const { body } = await server.call(restore, { params: { uploadId: receipt._id } }, eve)
    expect(body.facts.supplier).toBe('Ampol')
  })

  test('of a replaced file takes the place of the old one’s values', async () => {
    const fay = await addSubscriber(server, 'fay@example.com')
    const receipt = await afterReading(await fileReceipt(server, fay, { file: newFile() }), fay)
    script = () => readingOf({ supplier: 'Shell', totalCents: 9900 })
    const uri = await upload(server, fay, newFile())
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    await server.call(editFile, { params, body: { uri } }, fay)
    const shown = await vi.waitUntil(
      async () => {
        const now = await show(receipt, fay)
        return now.facts.supplier === 'Shell' && now
      },
      { timeout: 20_000 },
    )
    expect(shown.facts).toMatchObject({ totalCents: 9900, supplierAbn: null, documentDate: null })
  })
})

describe('what the owner corrects', () => {
  test('teaches the supplier’s name, category and work use', async () => {
    const gil = await addSubscriber(server, 'gil@example.com')
    script = () => readingOf({ supplier: 'AMP0L FOODARY', totalCents: 100 })
    for (let i = 0; i < 2; i++) {
      const receipt = await file(await upload(server, gil, newFile()), gil, { category: travel })
      const shown = await afterReading(receipt, gil)
      const body = { supplier: 'Ampol Foodary', workUsePercent: 80 }
      await server.call(editFacts, { params: { uploadId: shown._id }, body }, gil)
    }
    const uri = await upload(server, gil, newFile())
    await read(uri, gil)
    expect(await draftOf(uri, gil)).toMatchObject({
      reading: { fields: { supplier: { value: 'Ampol Foodary', level: 'sure' } } },
      suggestedCategory: { category: travel, receipts: 2 },
    })
    expect((await file(uri, gil)).suggestions).toEqual({ workUsePercent: 80 })
    const other = await addSubscriber(server, 'other@example.com')
    const theirs = await upload(server, other, newFile())
    await read(theirs, other)
    expect((await draftOf(theirs, other)).reading.fields?.supplier?.value).toBe('AMP0L FOODARY')
  })

  test('teaches the name that belongs to an ABN', async () => {
    const hal = await addSubscriber(server, 'hal@example.com')
    const receipt = await afterReading(await fileReceipt(server, hal, { file: newFile() }), hal)
    const params = { uploadId: receipt._id }
    await server.call(editFacts, { params, body: { supplier: 'Ampol Dubbo' } }, hal)
    script = () => readingOf({ ...ampol, supplier: 'AMPOL PTY LTD' }, { unsure: ['supplier'] })
    const uri = await upload(server, hal, newFile())
    expect((await read(uri, hal)).fields?.supplier).toMatchObject({ value: 'Ampol Dubbo', level: 'sure' })
  })

  test('suggests a category from the words of a supplier that is new', async () => {
    const ian = await addSubscriber(server, 'ian@example.com')
    script = () => readingOf({ supplier: 'Harbour Taxi' }, { text: 'HARBOUR TAXI\nAIRPORT FARE' })
    const uri = await upload(server, ian, newFile())
    await read(uri, ian)
    expect((await draftOf(uri, ian)).suggestedCategory).toEqual({ category: travel, receipts: 0 })
  })
})

describe('the queue', () => {
  test('takes owners in turn, so that a thousand files of one don’t hold up another', async () => {
    const [jo, kit] = [
      await addSubscriber(server, 'jo@example.com'),
      await addSubscriber(server, 'kit@example.com'),
    ]
    const order: string[] = []
    const finish = holdReader(readingOf({}))
    const held = script
    script = async (content) => {
      order.push(content.includes('of Kit') ? 'kit' : 'jo')
      return held(content)
    }
    for (let i = 0; i < 6; i++) await upload(server, jo, fileOf(pdf(`of Jo ${i}`)))
    const hers = await upload(server, kit, fileOf(pdf('of Kit')))
    finish()
    await read(hers, kit)
    expect(order.indexOf('kit')).toBeLessThanOrEqual(2)
  })

  test('tries a file twice and goes on with the next', async () => {
    const lou = await addSubscriber(server, 'lou@example.com')
    let attempts = 0
    script = (content) => {
      if (!content.includes('a crash')) return readingOf(ampol)
      attempts++
      throw new ReadingFailed('crashed', 'The reader ended.')
    }
    const bad = await upload(server, lou, fileOf(pdf('a crash')))
    const good = await upload(server, lou, newFile())
    expect((await read(good, lou)).state).toBe('done')
    expect(await read(bad, lou)).toEqual({ state: 'failed', fields: null })
    expect(attempts).toBe(2)
    expect((await file(bad, lou, { description: 'By hand' })).facts.supplier).toBeNull()
  })

  test('reads a receipt again on request and keeps what was typed', async () => {
    const may = await addSubscriber(server, 'may@example.com')
    const receipt = await afterReading(await fileReceipt(server, may, { file: newFile() }), may)
    const params = { uploadId: receipt._id }
    await server.call(editFacts, { params, body: { totalCents: 1 } }, may)
    script = () =>
      readingOf({ ...ampol, supplier: 'Ampol Orange', supplierAbn: '53004085616', totalCents: 2 })
    expect((await server.call(readAgain, { params }, may)).body).toEqual({ waiting: 1 })
    const again = await afterReading(receipt, may)
    expect(again.facts).toMatchObject({ supplier: 'Ampol Orange', totalCents: 1 })
  })

  test('reads old receipts on request, with progress', async () => {
    const ned = await addSubscriber(server, 'ned@example.com')
    const receipt = await fileReceipt(server, ned, { file: newFile() })
    await afterReading(receipt, ned)
    await server.deps.db.deleteFrom('readings').where('ownerId', '=', ned.id).execute()
    expect((await server.call(readingProgress, {}, ned)).body).toMatchObject({
      isOn: true,
      unread: 1,
      done: 0,
    })
    expect((await server.call(readAll, {}, ned)).status).toBe(202)
    await vi.waitUntil(async () => (await server.call(readingProgress, {}, ned)).body.done === 1, {
      timeout: 20_000,
    })
  })
})

describe('uploads that are not filed', () => {
  test('wait for as long as it takes, and can be discarded and restored', async () => {
    const oli = await addSubscriber(server, 'oli@example.com')
    const uris = [await upload(server, oli, newFile()), await upload(server, oli, newFile())]
    const waiting = async () => (await server.call(drafts, { query: {} }, oli)).body
    expect((await waiting()).docs.map(({ uri }) => uri)).toEqual(uris)
    const params = { draftId: idOf(uris[0]!) }
    expect((await server.call(discardDraft, { params }, oli)).status).toBe(200)
    expect((await waiting()).totalDocs).toBe(1)
    expect((await server.call(restoreDraft, { params }, oli)).status).toBe(200)
    expect((await waiting()).docs.map(({ uri }) => uri)).toEqual(uris)
    await file(uris[0]!, oli)
    expect((await server.call(discardDraft, { params }, oli)).status).toBe(409)
    expect((await waiting()).docs.map(({ uri }) => uri)).toEqual([uris[1]])
    expect((await server.call(summary, {}, oli)).body.toFile).toBe(1)
  })

  test('belong to their owner alone', async () => {
    const [pam, quin] = [
      await addSubscriber(server, 'pam@example.com'),
      await addSubscriber(server, 'quin@example.com'),
    ]
    const params = { draftId: idOf(await upload(server, pam, newFile())) }
    expect((await server.call(discardDraft, { params }, quin)).status).toBe(404)
    expect((await server.call(drafts, { query: {} }, quin)).body.totalDocs).toBe(0)
  })
})
