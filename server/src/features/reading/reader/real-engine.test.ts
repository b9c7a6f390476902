import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { docketHeic, docxOf } from '@docketbox/testing/files/samples'
import { type DrawnReceipt, drawReceipt } from '@docketbox/testing/receipts/draw'
import { drawSeveral } from '@docketbox/testing/receipts/several'
import { photograph, PHOTO_KINDS } from '@docketbox/testing/receipts/photograph'
import type { FileReading } from '#platform/storage/reader.ts'
import { createEngine } from '../engine/engine.ts'
import { invoicePdf, longPdf, scannedPdf } from './pdf-samples.ts'
import { readDocument } from './read-document.ts'

// 25 pictures through the real engine, and documents that need none.

const engine = createEngine()
const LATEST_DAY = '2026-11-22'
const read = (file: Buffer, type = 'image/jpeg') =>
  readDocument(file, { type, latestDay: LATEST_DAY, engine: () => engine })
const valuesOf = async (file: Buffer, type?: string) => {
  const { fields } = await read(file, type)
  return {
    date: fields.documentDate?.value,
    total: fields.totalCents?.value,
    abn: fields.supplierAbn?.value,
  }
}
const expected = ({ date, total, abn }: { date: string; total: number; abn: string }) => ({
  date,
  total,
  abn,
})

describe('the reader reads', () => {
  test.for([1, 2, 3, 4, 5, 6, 7, 8])('a scanned receipt (%i)', async (seed) => {
    const { image, label } = await drawReceipt(seed)
    expect(await valuesOf(image)).toEqual(expected(label))
  })

  test.for([9, 10])('a faded receipt (%i)', async (seed) => {
    const { image, label } = await drawReceipt(seed, { isFaded: true })
    expect(await valuesOf(image)).toEqual(expected(label))
  })

  test.for(PHOTO_KINDS.map((kind, i) => [kind, 11 + i] as const))('a photo with %s', async ([kind, seed]) => {
    const { image, label } = await drawReceipt(seed)
    expect(await valuesOf(await photograph(image, seed, kind))).toEqual(expected(label))
  })

  describe('a photo turned', () => {
    let drawn: DrawnReceipt
    let upright: FileReading
    beforeAll(async () => {
      drawn = await drawReceipt(17)
      upright = await read(drawn.image)
    })

    test.for([90, 180, 270])('by %i degrees, with the same boxes', async (degrees) => {
      const turned = await read(await sharp(drawn.image).rotate(degrees).toBuffer())
      expect(turned.fields.totalCents).toMatchObject({ value: drawn.label.total })
      const [a, b] = [upright.fields.totalCents!.box!, turned.fields.totalCents!.box!]
      const [x, y] = [a.left + a.width / 2, a.top + a.height / 2]
      const [turnedX, turnedY] = { 90: [1 - y, x], 180: [1 - x, 1 - y], 270: [y, 1 - x] }[degrees]!
      expect(b.left + b.width / 2).toBeCloseTo(turnedX!, 1)
      expect(b.top + b.height / 2).toBeCloseTo(turnedY!, 1)
    })
  })

  test('a photo that its EXIF orientation turns upright', async () => {
    const { image, label } = await drawReceipt(18)
    const sideways = await sharp(image).rotate(270).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await valuesOf(sideways)).toEqual(expected(label))
  })

  test('a small HEIC photo without failing', async () => {
    await expect(read(docketHeic(), 'image/heic')).resolves.toMatchObject({ pages: 1 })
  })

  test('a docket 6,000 pixels long', async () => {
    const { image, label } = await drawReceipt(19)
    const { width, height } = await sharp(image).metadata()
    const above = 6000 - height
    const long = await sharp(image).extend({ top: 0, bottom: above, background: '#fdfcf7' }).png().toBuffer()
    expect(width).toBeLessThan(1000)
    expect(await valuesOf(long)).toEqual(expected(label))
  })

  test('several receipts in one photo, none of them as one', async () => {
    const { image } = await drawSeveral([31, 32])
    const { fields, receipts } = await read(image)
    expect(receipts).toHaveLength(2)
    expect(Object.values(fields).map((field) => field?.level)).not.toContain('sure')
  })

  test('a scan inside of a PDF', async () => {
    const { image, label } = await drawReceipt(20)
    expect(await valuesOf(await scannedPdf(image), 'application/pdf')).toEqual(expected(label))
  })
})

test('WebAssembly reads the same text as the native library', async () => {
  const { image: whole } = await drawReceipt(3)
  const { width } = await sharp(whole).metadata()
  const image = await sharp(whole).extract({ left: 0, top: 0, width, height: 160 }).png().toBuffer()
  const wasm = createEngine(undefined, 'wasm')
  expect((await wasm).runtime).toBe('wasm')
  const reading = await readDocument(image, { type: 'image/png', latestDay: LATEST_DAY, engine: () => wasm })
  expect(reading.text).toBe((await read(image)).text)
})

describe('the reader is never sure', () => {
  test.for([
    ['a blank page', '<rect width="100%" height="100%" fill="#fff"/>'],
    ['a menu', menu()],
    [
      'a face',
      '<rect width="100%" height="100%" fill="#c9a58f"/><circle cx="300" cy="300" r="180" fill="#e8c4a8"/>',
    ],
  ])('of %s', async ([, svg]) => {
    const picture = await sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">${svg}</svg>`),
    )
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
    const { fields } = await read(picture)
    for (const field of [fields.totalCents, fields.documentDate, fields.gstCents, fields.supplierAbn])
      expect(field?.level).not.toBe('sure')
  })
})

describe('without recognising anything', () => {
  const noEngine = () => Promise.reject(new Error('not needed'))
  const options = (type: string) => ({ type, latestDay: LATEST_DAY, engine: noEngine })

  test('the text layer of a PDF is read, over all its pages', async () => {
    const { fields, pages, text } = await readDocument(await invoicePdf(), options('application/pdf'))
    expect(pages).toBe(2)
    expect(fields).toMatchObject({
      supplier: { value: 'Bluegum Web Hosting Pty Ltd' },
      supplierAbn: { value: '51824753556' },
      documentDate: { value: '2026-07-03' },
      totalCents: { value: 12_100, box: { page: 2 } },
      gstCents: { value: 1100, origin: 'read' },
    })
    expect(text).not.toContain('4111 1111')
  })

  test('the first five pages of a longer PDF are read', async () => {
    const { pages, text } = await readDocument(await longPdf(7), options('application/pdf'))
    expect([pages, text.match(/page number \d/g)?.at(-1)]).toEqual([5, 'page number 5'])
  })

  test('a Word document’s text is read, without places', async () => {
    const file = docxOf(['Bayside Tutoring Pty Ltd', 'ABN 51 824 753 556', 'Tax invoice', 'Date: 3 July 2026', 'Total $121.00', 'GST $11.00']) // prettier-ignore
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const { fields } = await readDocument(file, options(type))
    expect(fields).toMatchObject({
      supplier: { value: 'Bayside Tutoring Pty Ltd' },
      documentDate: { value: '2026-07-03', box: null },
      totalCents: { value: 12_100 },
      gstCents: { value: 1100 },
    })
  })

  test('an old Word document has nothing to read', async () => {
    const reading = await readDocument(Buffer.from('\xd0\xcf\x11\xe0'), options('application/msword'))
    expect(reading).toMatchObject({ text: '', pages: 0, fields: { totalCents: null } })
  })
})

function menu(): string {
  const dishes = ['Soup of the day 12.50', 'Pad Thai 21.90', 'Fish and chips 24.00', 'House red glass 9.50']
  return dishes.map((dish, i) => `<text x="40" y="${120 + i * 90}" font-size="34">${dish}</text>`).join('')
}
