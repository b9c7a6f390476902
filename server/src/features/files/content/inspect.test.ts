import { MB_BYTES } from '@docketbox/contract/core/units'
import { describe, expect, test } from 'vitest'
import {
  compoundFile,
  docketHeic,
  docketJpeg,
  docketPicture,
  docx,
  docxParts,
  lockedPdf,
  pdf,
  zip,
} from '@docketbox/testing/files/samples'
import { UnacceptableFile } from './properties.ts'
import { inspectBytes } from './inspect-bytes.ts'

/** The start of a Windows program. */
const windowsProgram = Buffer.alloc(200)
windowsProgram.write('MZ')
windowsProgram.writeUInt32LE(128, 60)
windowsProgram.write('PE\0\0', 128, 'latin1')

describe('a file is detected by its content', () => {
  test('a photo, with its upright size and the day it was taken', async () => {
    const photo = await docketJpeg({ takenAt: '2026:06:30 18:04:05', orientation: 6 })
    expect(await inspectBytes(photo)).toEqual({
      type: 'image/jpeg',
      width: 800,
      height: 600,
      preview: 'image',
      takenOn: '2026-06-30',
    })
  })

  test.each(['png', 'webp', 'gif'] as const)('a %s', async (format) => {
    const content = await docketPicture(format)
    expect(await inspectBytes(content)).toMatchObject({ type: `image/${format}`, width: 300, height: 400 })
  })

  test.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1'])('a HEIC of brand %s', async (brand) => {
    const size = { width: 240, height: 264 }
    expect(await inspectBytes(docketHeic(brand))).toMatchObject({ type: 'image/heic', ...size })
  })

  test('a PDF, even an encrypted one', async () => {
    for (const content of [pdf(), lockedPdf()])
      expect(await inspectBytes(content)).toMatchObject({ type: 'application/pdf', preview: 'image' })
  })

  test('a Word document, new and old', async () => {
    expect(await inspectBytes(docx())).toMatchObject({ type: expect.stringContaining('wordprocessingml') })
    expect(await inspectBytes(compoundFile())).toMatchObject({ type: 'application/msword' })
    const many = Array.from({ length: 30 }, (_, i) => `Data${i}`)
    expect(await inspectBytes(compoundFile([...many, 'WordDocument']))).toMatchObject({
      type: 'application/msword',
    })
  })

  test('a Word document with a link, a picture and an attached sheet', async () => {
    const sheet = {
      name: 'word/embeddings/sheet.xlsx',
      body: zip([{ name: 'a.xml', body: 'MZ' }]),
      method: 0 as const,
    }
    const content = docx([settingsWith('hyperlink'), { name: 'word/media/a.png', body: 'MZ' }, sheet])
    expect(await inspectBytes(content)).toMatchObject({ type: expect.stringContaining('wordprocessingml') })
  })

  test('a JPEG with bytes after its end, as some phones write', async () => {
    expect(
      await inspectBytes(Buffer.concat([await docketJpeg(), Buffer.from('SEFT trailer')])),
    ).toMatchObject({
      type: 'image/jpeg',
    })
  })
})

test('the result doesn’t depend on the size of the read window', async () => {
  const photo = await docketJpeg({ width: 100, height: 100 })
  for (const pieceBytes of [1, 2, 3, 7, 64, 1000]) {
    expect(await inspectBytes(photo, pieceBytes)).toMatchObject({ width: 100, height: 100 })
    expect(await inspectBytes(pdf(), pieceBytes)).toMatchObject({ type: 'application/pdf' })
    await expect(inspectBytes(photo.subarray(0, -2), pieceBytes)).rejects.toMatchObject({
      problem: 'damagedImage',
    })
  }
})

describe('a file is refused', () => {
  test.each<[string, string, () => Buffer | string | Promise<Buffer>]>([
    ['emptyFile', 'with nothing in it', () => ''],
    ['wrongType', 'that is a program', () => Buffer.from('MZ\x90\0\x03\0\0\0')],
    ['wrongType', 'that is a web page', () => '<!doctype html><script>alert(1)</script>'],
    ['wrongType', 'that is an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['wrongType', 'that hides a PDF behind something else', () => `<html>${pdf().toString('latin1')}`],
    ['wrongType', 'that is an AVIF', () => docketHeic('avif')],
    [
      'wrongType',
      'that holds pictures in a format we can’t show',
      () => Buffer.from(docketHeic('mif1').toString('latin1').replaceAll('hvcC', 'vvcC'), 'latin1'),
    ],
    ['wrongType', 'that is a zip of something else', () => zip([{ name: 'a.txt', body: 'hello' }])],
    [
      'wrongType',
      'that is a spreadsheet',
      () =>
        zip([
          { name: '[Content_Types].xml', body: 'spreadsheetml.sheet.main+xml' },
          { name: 'word/x', body: '' },
        ]),
    ],
    ['wrongType', 'that is an old spreadsheet', () => compoundFile(['Workbook'])],
    ['macros', 'with a macro project', () => docx([{ name: 'word/vbaProject.bin', body: 'x' }])],
    [
      'macros',
      'that says it has macros',
      () => zip([{ ...docxParts[0]!, body: 'vnd.ms-word.document.macroEnabled.main+xml' }, docxParts[2]!]),
    ],
    ['macros', 'that is old and has macros', () => compoundFile(['WordDocument', 'Macros'])],
    [
      'damagedDocument',
      'that unpacks to far more than it should',
      () => docx([{ name: 'word/media/a.bmp', body: 'x', claimedBytes: 150_000_000 }]),
    ],
    [
      'damagedDocument',
      'that unpacks to more than it says',
      () => docx([{ name: 'word/media/a.txt', body: 'longer', claimedBytes: 3 }]),
    ],
    [
      'damagedDocument',
      'that unpacks to less than it says',
      () => docx([{ name: 'word/media/a.txt', body: 'shorter', claimedBytes: 30 }]),
    ],
    ['externalTemplate', 'with a template from elsewhere', () => docx([settingsWith('attachedTemplate')])],
    ['externalTemplate', 'with an object from elsewhere', () => docx([settingsWith('oleObject')])],
    [
      'externalTemplate',
      'that names a template from elsewhere in capitals',
      () => docx([{ ...settingsWith('attachedTemplate'), name: 'word/_rels/settings.xml.RELS' }]),
    ],
    [
      'damagedDocument',
      'that names a template from elsewhere after a megabyte',
      () => {
        const { name, body } = settingsWith('attachedTemplate')
        return docx([{ name, body: ' '.repeat(MB_BYTES) + body }])
      },
    ],
    ['embeddedProgram', 'with a program', () => docx([{ name: 'word/media/setup.exe', body: 'x' }])],
    [
      'embeddedProgram',
      'with a program under another name',
      () => docx([{ name: 'word/media/a.png', body: windowsProgram }]),
    ],
    [
      'embeddedProgram',
      'with a program in an object',
      () =>
        docx([{ name: 'word/embeddings/o.bin', body: Buffer.concat([Buffer.alloc(77), windowsProgram]) }]),
    ],
    [
      'embeddedProgram',
      'with a script in an object',
      () => docx([{ name: 'word/embeddings/o.bin', body: 'Ole10Native\0invoice.vbs\0' }]),
    ],
    ['damagedDocument', 'that is a Word document cut short', () => docx().subarray(0, 200)],
    ['damagedDocument', 'that is an old document cut short', () => compoundFile().subarray(0, 300)],
    ['damagedImage', 'that is half a photo', async () => half(await docketJpeg())],
    [
      'damagedImage',
      'that lacks the last bytes of a photo',
      async () => (await docketJpeg()).subarray(0, -2),
    ],
    ['damagedImage', 'that is the head of a photo', async () => (await docketJpeg()).subarray(0, 20)],
    ['damagedImage', 'that is half a PNG', async () => half(await docketPicture('png'))],
    ['damagedImage', 'that is half a GIF', async () => half(await docketPicture('gif'))],
    ['damagedImage', 'that is half a WebP', async () => half(await docketPicture('webp'))],
    ['damagedImage', 'that is half a HEIC', () => half(docketHeic())],
    ['tooManyPixels', 'of 60 megapixels', () => docketPicture('png', 10_000, 6_000)],
  ])('as %s: one %s', async (problem, _, make) => {
    await expect(inspectBytes(await make())).rejects.toMatchObject({ problem })
  })

  test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['photo', () => docketJpeg(), 2, '\xff'],
    ['PNG', () => docketPicture('png'), 33, '\0\0\0\0abcd\0\0\0\0'],
    ['GIF', () => docketPicture('gif'), -1, '!a\0'],
    ['HEIC', () => docketHeic(), docketHeic().readUInt32BE(0), '\0\0\0\x08free'],
  ])('that is a %s of more parts than anyone would wait for', async (_, make, offset, part) => {
    const picture = await make()
    const withParts = (count: number) =>
      Buffer.concat([
        picture.subarray(0, offset),
        Buffer.from(part.repeat(count), 'latin1'),
        picture.subarray(offset),
      ])
    const problem = 'damagedImage'
    expect(await inspectBytes(withParts(100))).toMatchObject({ preview: 'image' })
    await expect(inspectBytes(withParts(50_000))).rejects.toMatchObject({ problem })
  })

  test('wherever a photo is truncated', async () => {
    const photo = await docketJpeg({ width: 200, height: 200, takenAt: '2026:06:30 18:04:05' })
    for (let length = 3; length < photo.length; length += 97) {
      await expect(inspectBytes(photo.subarray(0, length))).rejects.toMatchObject({ problem: 'damagedImage' })
    }
  })

  test('with a reason and without crashing, whatever it contains', async () => {
    const starts = [await docketJpeg(), await docketPicture('png'), docketHeic(), docx(), compoundFile()]
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const ends: unknown[] = []
    for (let round = 0; round < 300; round++) {
      const content = Buffer.from(starts[round % starts.length]!)
      for (let i = 0; i < 8; i++) content[8 + random(Math.min(content.length, 700) - 8)] = random(256)
      ends.push(await inspectBytes(content).catch((thrown: unknown) => thrown))
    }
    const refused = ends.filter((end) => end instanceof UnacceptableFile)
    expect(refused.length).toBeGreaterThan(50)
    expect(ends.filter((end) => end instanceof Error && !(end instanceof UnacceptableFile))).toEqual([])
  })
})

function half(content: Buffer): Buffer {
  return content.subarray(0, Math.floor(content.length / 2))
}

/** A relationship of the document's settings with something on the internet. */
function settingsWith(type: string) {
  const kind = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}`
  const target = `Type="${kind}" Target="https://example.com/a" TargetMode="External"`
  const body = `<Relationships><Relationship Id="rId1" ${target}/></Relationships>`
  return { name: 'word/_rels/settings.xml.rels', body }
}
