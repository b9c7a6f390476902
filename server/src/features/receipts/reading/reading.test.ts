import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReadingFailed } from '#platform/storage/reader.ts'
import { addSubscriber, fileReceipt, travel, upload } from '#testing/receipts.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { readingOf } from '#testing/scripted-reader.ts'

const ampol = { supplier: 'Ampol', supplierAbn: '51824753556', totalCents: 5685, documentDate: '2026-07-03' }
const { details, editFacts, editFile, move, remove, restore, search, summary } = api.receipts

let app: Awaited<ReturnType<typeof startReadingServer>>
beforeAll(async () => {
  app = await startReadingServer()
})
beforeEach(() => app.answerWith(() => readingOf(ampol, { unsure: ['documentDate'] })))

describe('a receipt that was read before it’s filed', () => {
  test('has the values that are certain as facts, and suggests the others', async () => {
    const ann = await addSubscriber(app.server, 'ann@example.com')
    const uri = await upload(app.server, ann, app.newFile())
    expect(await app.read(uri, ann)).toMatchObject({
      state: 'done',
      fields: { supplier: { value: 'Ampol', level: 'sure' }, documentDate: { level: 'check' } },
    })
    const receipt = await app.file(uri, ann)
    expect(receipt).toMatchObject({
      description: 'Ampol',
      facts: { supplier: 'Ampol', supplierAbn: '51824753556', totalCents: 5685, documentDate: null },
      sources: { description: 'default', supplier: 'read', totalCents: 'read' },
      suggestions: { documentDate: '2026-07-03' },
    })
    expect((await app.server.call(summary, {}, ann)).body).toMatchObject({ toFile: 0, toCheck: 1 })
  })

  test.each([
    { description: '', expected: 'Fuel', source: 'read' },
    { description: 'Diesel for the ute', expected: 'Diesel for the ute', source: 'typed' },
  ])('says what was bought where it’s printed, unless that was typed: $expected', async (given) => {
    const email = `${given.source}.fuel@example.com`
    const fay = await addSubscriber(app.server, email)
    app.answerWith(() => readingOf(ampol, { text: 'Ampol\nDiesel 30.10 L\n$56.85' }))
    const uri = await upload(app.server, fay, app.newFile())
    await app.read(uri, fay)
    const receipt = await app.file(uri, fay, { description: given.description })
    expect(receipt).toMatchObject({
      description: given.expected,
      sources: { description: given.source },
      missing: [],
    })
  })

  test('keeps what was typed on the card', async () => {
    const bea = await addSubscriber(app.server, 'bea@example.com')
    const uri = await upload(app.server, bea, app.newFile())
    await app.read(uri, bea)
    const receipt = await app.file(uri, bea, {
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
    const cleo = await addSubscriber(app.server, 'cleo@example.com')
    const finish = app.holdReader(readingOf(ampol))
    const receipt = await app.file(await upload(app.server, cleo, app.newFile()), cleo)
    expect(receipt).toMatchObject({
      description: 'Fuel, Car Repair and Servicing',
      facts: { supplier: null },
    })
    finish()
    expect(await app.afterReading(receipt, cleo)).toMatchObject({
      description: 'Ampol',
      facts: { supplier: 'Ampol', totalCents: 5685, documentDate: '2026-07-03' },
    })
  })

  test('makes the text on the receipt searchable, even of a file that replaced another', async () => {
    const pia = await addSubscriber(app.server, 'pia@example.com')
    const find = async (q: string) => (await app.server.call(search, { query: { q } }, pia)).body.totalDocs
    const finish = app.holdReader(readingOf({}, { text: 'WILSON PARKING\nLevel 3' }))
    const receipt = await app.file(await upload(app.server, pia, app.newFile()), pia)
    expect(await find('wilson level')).toBe(0)
    finish()
    await app.afterReading(receipt, pia)
    expect(await find('wilson level')).toBe(1)

    app.answerWith(() => readingOf({}, { text: 'Secure Parking' }))
    const uri = await upload(app.server, pia, app.newFile())
    await app.read(uri, pia)
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    await app.server.call(editFile, { params, body: { uri } }, pia)
    expect([await find('wilson'), await find('secure')]).toEqual([0, 1])
    await app.server.call(remove, { params: { uploadId: receipt._id } }, pia)
    expect(await find('secure')).toBe(0)
  })

  test('never overwrites what the user typed or cleared', async () => {
    const dee = await addSubscriber(app.server, 'dee@example.com')
    const finish = app.holdReader(readingOf(ampol))
    const receipt = await app.file(await upload(app.server, dee, app.newFile()), dee, { description: 'Trip' })
    const edit = { supplier: 'Shell', totalCents: null }
    await app.server.call(editFacts, { params: { uploadId: receipt._id }, body: edit }, dee)
    finish()
    expect(await app.afterReading(receipt, dee)).toMatchObject({
      description: 'Trip',
      facts: { supplier: 'Shell', totalCents: null, documentDate: '2026-07-03' },
      sources: { supplier: 'typed', totalCents: 'typed', documentDate: 'read' },
    })
  })

  test('reaches a receipt that has been moved, but not one that’s permanently deleted', async () => {
    const joy = await addSubscriber(app.server, 'joy@example.com')
    const finish = app.holdReader(readingOf(ampol))
    const [moved, purged] = [
      await app.file(await upload(app.server, joy, app.newFile()), joy),
      await app.file(await upload(app.server, joy, app.newFile()), joy),
    ]
    await app.server.call(move, { params: { uploadId: moved._id }, body: { category: travel } }, joy)
    await app.server.deps.db.deleteFrom('receipts').where('id', '=', purged._id).execute()
    finish()
    expect(await app.afterReading(moved, joy)).toMatchObject({
      category: travel,
      facts: { supplier: 'Ampol' },
    })
    expect((await app.server.call(details, { params: { uploadId: purged._id } }, joy)).status).toBe(404)
  })

  test('also reaches a receipt in the bin', async () => {
    const eve = await addSubscriber(app.server, 'eve@example.com')
    const finish = app.holdReader(readingOf(ampol))
    const receipt = await app.file(await upload(app.server, eve, app.newFile()), eve)
    await app.server.call(remove, { params: { uploadId: receipt._id } }, eve)
    finish()
    await app.afterReading(receipt, eve)
    const { body } = await app.server.call(restore, { params: { uploadId: receipt._id } }, eve)
    expect(body.facts.supplier).toBe('Ampol')
  })

  test('of a replaced file takes the place of the old one’s values', async () => {
    const fay = await addSubscriber(app.server, 'fay@example.com')
    const receipt = await app.afterReading(await fileReceipt(app.server, fay, { file: app.newFile() }), fay)
    app.answerWith(() => readingOf({ supplier: 'Shell', totalCents: 9900 }))
    const uri = await upload(app.server, fay, app.newFile())
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    await app.server.call(editFile, { params, body: { uri } }, fay)
    const shown = await vi.waitUntil(
      async () => {
        const now = await app.show(receipt, fay)
        return now.facts.supplier === 'Shell' && now
      },
      { timeout: 30_000 },
    )
    expect(shown.facts).toMatchObject({ totalCents: 9900, supplierAbn: null, documentDate: null })
  })

  test('leaves what was read from a replaced file as a suggestion if its replacement can’t be read', async () => {
    const ray = await addSubscriber(app.server, 'ray@example.com')
    const receipt = await app.afterReading(await fileReceipt(app.server, ray, { file: app.newFile() }), ray)
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    await app.server.call(editFacts, { params, body: { totalCents: ampol.totalCents } }, ray)
    app.answerWith(() => Promise.reject(new ReadingFailed('crashed', 'The reader ended.')))
    const uri = await upload(app.server, ray, app.newFile())
    expect((await app.read(uri, ray)).state).toBe('failed')
    const { totalCents, ...suggestions } = ampol
    const { body } = await app.server.call(editFile, { params, body: { uri } }, ray)
    expect(body.facts).toMatchObject({ supplier: null, supplierAbn: null, totalCents })
    expect(body.suggestions).toEqual(suggestions)
  })
})

describe('what the owner corrects', () => {
  test('teaches the supplier’s name, category and work use', async () => {
    const gil = await addSubscriber(app.server, 'gil@example.com')
    app.answerWith(() => readingOf({ supplier: 'AMP0L FOODARY', totalCents: 100 }))
    for (let i = 0; i < 2; i++) {
      const receipt = await app.file(await upload(app.server, gil, app.newFile()), gil, { category: travel })
      const shown = await app.afterReading(receipt, gil)
      const body = { supplier: 'Ampol Foodary', workUsePercent: 80 }
      await app.server.call(editFacts, { params: { uploadId: shown._id }, body }, gil)
    }
    const uri = await upload(app.server, gil, app.newFile())
    await app.read(uri, gil)
    expect(await app.draftOf(uri, gil)).toMatchObject({
      reading: { fields: { supplier: { value: 'Ampol Foodary', level: 'sure' } } },
      suggestedCategory: { category: travel, receipts: 2 },
    })
    expect((await app.file(uri, gil)).suggestions).toEqual({ workUsePercent: 80 })
    const other = await addSubscriber(app.server, 'other@example.com')
    const theirs = await upload(app.server, other, app.newFile())
    await app.read(theirs, other)
    expect((await app.draftOf(theirs, other)).reading.fields?.supplier?.value).toBe('AMP0L FOODARY')
  })

  test.each([
    { claimed: [80, 80, 50, null], usual: { workUsePercent: 80 } },
    { claimed: [80, 50], usual: null },
  ])('teaches the work use that is usual: of $claimed, $usual', async ({ claimed, usual }) => {
    const kim = await addSubscriber(app.server, `kim.${claimed.length}@example.com`)
    app.answerWith(() => readingOf({ supplier: 'Telstra', totalCents: 100 }))
    for (const workUsePercent of claimed) {
      const facts = { supplier: 'Telstra', workUsePercent }
      await app.file(await upload(app.server, kim, app.newFile()), kim, { facts })
    }
    const uri = await upload(app.server, kim, app.newFile())
    await app.read(uri, kim)
    expect((await app.file(uri, kim)).suggestions).toEqual(usual)
  })

  test('teaches the name that belongs to an ABN', async () => {
    const hal = await addSubscriber(app.server, 'hal@example.com')
    const receipt = await app.afterReading(await fileReceipt(app.server, hal, { file: app.newFile() }), hal)
    const params = { uploadId: receipt._id }
    await app.server.call(editFacts, { params, body: { supplier: 'Ampol Dubbo' } }, hal)
    app.answerWith(() => readingOf({ ...ampol, supplier: 'AMPOL PTY LTD' }, { unsure: ['supplier'] }))
    const uri = await upload(app.server, hal, app.newFile())
    expect((await app.read(uri, hal)).fields?.supplier).toMatchObject({ value: 'Ampol Dubbo', level: 'sure' })
  })

  test('doesn’t make the supplier of a photo of several receipts certain', async () => {
    const ned = await addSubscriber(app.server, 'ned@example.com')
    await app.afterReading(await fileReceipt(app.server, ned, { file: app.newFile() }), ned)
    const unsure = ['supplier', 'supplierAbn', 'totalCents', 'documentDate'] as const
    app.answerWith(() => readingOf({ ...ampol, supplier: 'AMPOL' }, { unsure: [...unsure] }))
    const { fields } = await app.read(await upload(app.server, ned, app.newFile()), ned)
    expect(fields?.supplier).toMatchObject({ value: 'Ampol', level: 'check' })
  })

  test('doesn’t rename another shop of the same company', async () => {
    const mae = await addSubscriber(app.server, 'mae@example.com')
    await app.afterReading(await fileReceipt(app.server, mae, { file: app.newFile() }), mae)
    app.answerWith(() => readingOf({ ...ampol, supplier: 'EG Fuelco' }))
    const uri = await upload(app.server, mae, app.newFile())
    expect((await app.read(uri, mae)).fields?.supplier?.value).toBe('EG Fuelco')
  })
})
