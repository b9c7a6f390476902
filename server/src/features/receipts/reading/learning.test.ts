import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, travel, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

let app: Awaited<ReturnType<typeof startReadingServer>>
beforeAll(async () => {
  app = await startReadingServer()
})

test('words that were mistaken for a name once don’t make another receipt that supplier’s', async () => {
  const ann = await addSubscriber(app.server, 'ann@example.com')
  const facts = { totalCents: 5685, documentDate: '2026-07-03' }
  const receiptWith = async (more: object) => {
    app.answerWith(() => readingOf({ ...facts, ...more }, { unsure: ['supplier'] }))
    const uri = await upload(app.server, ann, app.newFile())
    return { uri, supplier: (await app.read(uri, ann)).fields?.supplier }
  }
  const correct = async (uri: string, supplier: string) => {
    const params = { uploadId: (await app.file(uri, ann))._id }
    await app.server.call(api.receipts.editFacts, { params, body: { supplier } }, ann)
  }
  const words = { supplier: 'Customer Copy' }
  await correct((await receiptWith(words)).uri, 'Bob’s Plumbing')
  expect((await receiptWith(words)).supplier).toMatchObject({ value: 'Bob’s Plumbing', level: 'check' })
  const ampol = { supplierAbn: '51824753556' }
  await correct((await receiptWith({ ...ampol, supplier: 'Amp0l' })).uri, 'Ampol')
  expect((await receiptWith({ ...ampol, ...words })).supplier).toMatchObject({
    value: 'Ampol',
    level: 'sure',
  })
})

describe('the name that belongs to an ABN', () => {
  const abn = '53004085616'
  const facts = { supplierAbn: abn, totalCents: 5685, documentDate: '2026-07-03' }
  /** Files receipts under these names, then reads one that prints `printed`, which isn't quite certain. */
  async function supplierAfter(names: string[], printed: string) {
    const person = await addSubscriber(app.server, `${printed.length}.${names.length}@example.com`)
    for (const supplier of names) {
      app.answerWith(() => readingOf({ ...facts, supplier }))
      await app.afterReading(await app.file(await upload(app.server, person, app.newFile()), person), person)
    }
    const { fields, ...reading } = readingOf({ ...facts, supplier: printed }, { unsure: ['supplier'] })
    const supplier = { ...fields.supplier!, confidence: 0.8 }
    app.answerWith(() => ({ ...reading, fields: { ...fields, supplier } }))
    return (await app.read(await upload(app.server, person, app.newFile()), person)).fields?.supplier
  }

  test.each([
    {
      names: ['Kestrel Bookkeeping'],
      printed: 'Kestre1 Bookkeeping',
      value: 'Kestrel Bookkeeping',
      level: 'sure',
    },
    { names: ['Kestrel Bookkeeping'], printed: 'Kestrel', value: 'Kestrel Bookkeeping', level: 'sure' },
    { names: ['Kestrel', 'KESTREL'], printed: 'Kestre1', value: 'KESTREL', level: 'sure' },
    {
      names: ['Kestrel Bookkeeping'],
      printed: 'Karri Plumbing',
      value: 'Kestrel Bookkeeping',
      level: 'check',
    },
    {
      names: ['Kestrel Bookkeeping', 'Wattle Cafe'],
      printed: 'Karri Plumbing',
      value: 'Karri Plumbing',
      level: 'check',
    },
  ])('after $names, “$printed” is $value ($level)', async ({ names, printed, ...expected }) => {
    expect(await supplierAfter(names, printed)).toMatchObject(expected)
  })
})

test.each([
  { supplier: 'ANN LEE', isTheirs: true },
  { supplier: 'Ms. Ann Lee', isTheirs: true },
  { supplier: 'Ann Lee Florist', isTheirs: false },
])('the owner’s own name isn’t a supplier’s: $supplier', async ({ supplier, isTheirs }) => {
  const ann = await addSubscriber(app.server, `${supplier.length}@example.com`)
  app.answerWith(() => readingOf({ supplier, totalCents: 7900 }))
  const uri = await upload(app.server, ann, app.newFile())
  const read = (await app.read(uri, ann)).fields?.supplier?.value ?? null
  const { facts } = await app.file(uri, ann)
  expect([read, facts.supplier]).toEqual(Array(2).fill(isTheirs ? null : supplier))
})

test('suggests a category from the words of a supplier that is new', async () => {
  const ian = await addSubscriber(app.server, 'ian@example.com')
  app.answerWith(() => readingOf({ supplier: 'Harbour Taxi' }, { text: 'HARBOUR TAXI\nAIRPORT FARE' }))
  const uri = await upload(app.server, ian, app.newFile())
  await app.read(uri, ian)
  expect((await app.draftOf(uri, ian)).suggestedCategory).toEqual({ category: travel, receipts: 0 })
})
