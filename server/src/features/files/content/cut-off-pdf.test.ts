import { buffer } from 'node:stream/consumers'
import { lockedPdf, pdf } from '@docketbox/testing/files/samples'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { openPdf } from '#platform/documents/pdf.ts'
import { inspectBytes } from './inspect-bytes.ts'

const damaged = { problem: 'damagedDocument' }

describe('a PDF is accepted', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['as a program writes it', () => compressedPdf()],
    ['with a password', () => lockedPdf()],
    ['made for the web', () => webPdf()],
    ['with a change', () => changedPdf()],
    ['made for the web, with a change', () => Buffer.concat([webPdf(), change])],
    ['with a web page after it', () => withTail(`<html>${'<p>an object 1 obj</p>'.repeat(1_000)}</html>`)],
    ['padded with zeros', () => withTail('\0'.repeat(20_000))],
    ['without its last line', () => pdf().subarray(0, -6)],
    [
      'without a table of objects',
      () =>
        Buffer.from(
          pdf()
            .toString('latin1')
            .replace(/startxref\n\d+\n/, ''),
        ),
    ],
  ])('%s', async (_, make) => {
    const content = await make()
    for (const pieceBytes of [50, 700, 100_000])
      expect(await inspectBytes(content, pieceBytes)).toMatchObject({ type: 'application/pdf' })
  })
})

describe('a PDF is refused as damaged', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['that only has its first line', () => Buffer.from('%PDF-1.7\n')],
    ['of which half was downloaded', async () => half(await compressedPdf())],
    ['without its last hundred bytes', async () => (await compressedPdf()).subarray(0, -100)],
    ['with a password, of which half was downloaded', () => half(lockedPdf())],
    ['made for the web, of which half was downloaded', () => half(webPdf())],
    ['whose change was cut off', () => changedPdf().subarray(0, -100)],
  ])('%s', async (_, make) => {
    const content = await make()
    for (const pieceBytes of [50, 700, 100_000])
      await expect(inspectBytes(content, pieceBytes)).rejects.toMatchObject(damaged)
  })
})

test('the sample made for the web is what readers open', async () => {
  const whole = await openPdf(webPdf(), 1e6)
  expect(whole.numPages).toBe(2)
  await whole.getPage(2)
  await whole.loadingTask.destroy()
})

const change = Buffer.from(
  `6 0 obj\n<</Paid true>>\nendobj\nxref\n6 1\n0000000600 00000 n \ntrailer\n<</Size 7/Root 1 0 R/Prev 500>>\nstartxref\n650\n%%EOF\n`,
)

function changedPdf(): Buffer {
  return Buffer.concat([pdf(), change])
}

function withTail(text: string): Buffer {
  return Buffer.concat([pdf(), Buffer.from(text)])
}

function half(content: Buffer): Buffer {
  return content.subarray(0, Math.floor(content.length / 2))
}

function compressedPdf(): Promise<Buffer> {
  const document = new PDFDocument({ pdfVersion: '1.7' })
  for (let page = 1; page < 4; page++) document.text(`Tax invoice, page ${page}`).addPage()
  document.end()
  return buffer(document)
}

/** A linearized PDF of two pages, whose first page, with a table of its objects, comes first. */
function webPdf(): Buffer {
  const at: Record<string, number> = {}
  // The first pass finds out where everything is.
  let text = ''
  for (let pass = 0; pass < 2; pass++) {
    const number = (name: string) => String(at[name] ?? 0).padStart(10, '0')
    text = ''
    const add = (name: string, part: string) => {
      at[name] = text.length
      text += part
    }
    const object = (id: number, body: string) => add(String(id), `${id} 0 obj\n${body}\nendobj\n`)
    const table = (ids: readonly number[]) => ids.map((id) => `${number(String(id))} 00000 n \n`).join('')
    const page = (content: number) =>
      `<</Type/Page/Parent 1 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F1 3 0 R>>>>/Contents ${content} 0 R>>`
    const stream = (line: string) => {
      const content = `BT /F1 24 Tf 40 100 Td (${line}) Tj ET`.padEnd(400)
      return `<</Length ${content.length}>>stream\n${content}\nendstream`
    }
    add('head', '%PDF-1.4\n')
    object(5, `<</Linearized 1/L ${number('end')}/H[0 0]/O 7/E ${number('1')}/N 2/T ${number('main')}>>`)
    add('first', `xref\n5 4\n${table([5, 6, 7, 8])}trailer\n<</Size 9/Root 6 0 R/Prev ${number('main')}>>\n`)
    add('firstEnd', 'startxref\n0\n%%EOF\n')
    object(6, '<</Type/Catalog/Pages 1 0 R>>')
    object(7, page(8))
    object(8, stream('Page one'))
    object(1, '<</Type/Pages/Kids[7 0 R 2 0 R]/Count 2>>')
    object(2, page(4))
    object(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
    object(4, stream('Page two'))
    add('main', `xref\n0 5\n0000000000 65535 f \n${table([1, 2, 3, 4])}trailer\n<</Size 5>>\n`)
    add('mainEnd', `startxref\n${at['first']}\n%%EOF\n`)
    at['end'] = text.length
  }
  return Buffer.from(text, 'latin1')
}
