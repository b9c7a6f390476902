import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

/** An invoice of two pages with a text layer; the total is on the second. */
export async function invoicePdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' })
  document.fontSize(20).text('Bluegum Web Hosting Pty Ltd', 60, 60)
  document.fontSize(11)
  for (const [i, line] of ['ABN 51 824 753 556', 'Tax invoice INV-2041', 'Date: 3 July 2026'].entries())
    document.text(line, 60, 100 + i * 20)
  document.text('Hosting, twelve months', 60, 200).text('110.00', 460, 200)
  document.addPage()
  document.text('Subtotal', 60, 60).text('110.00', 460, 60)
  document.text('GST', 60, 80).text('11.00', 460, 80)
  document.text('Total AUD', 60, 100).text('$121.00', 460, 100)
  document.text('Card 4111 1111 1111 1111', 60, 140)
  document.end()
  return buffer(document)
}

/** A page that holds only a picture and what an app adds. */
export async function scannedPdf(image: Buffer): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0 })
  document.image(image, 60, 40, { fit: [475, 760] })
  document.fontSize(8).text('Scanned with CamScanner', 480, 820, { lineBreak: false })
  document.end()
  return buffer(document)
}

/** A statement of so many pages with a text layer, each naming its number. */
export async function longPdf(pages: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false })
  for (let page = 1; page <= pages; page++)
    document.addPage().text(`This is page number ${page} of many, with a table of contents`, 60, 60)
  document.end()
  return buffer(document)
}

/**
 * An invoice whose text is turned clockwise around the middle of a page, and the page again when it's shown. A note runs
 * up its margin.
 */
export async function turnedPdf({ text, page }: { text: number; page: number }): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0 })
  const { width, height } = document.page
  Object.assign(document.page.dictionary.data, { Rotate: page })
  const [across, down] = text % 180 === 0 ? [width, height] : [height, width]
  document.translate(width / 2, height / 2).rotate(text)
  document.translate(-across / 2, -down / 2).fontSize(11)
  const rows = ['Bluegum Web Hosting', 'ABN 51 824 753 556', 'Tax invoice', '3 July 2026', 'Hosting', 'Total']
  for (const [i, row] of rows.entries()) document.text(row, 60, 60 + i * 20, { lineBreak: false })
  document.text('121.00', 400, 140, { lineBreak: false }).text('$121.00', 400, 160, { lineBreak: false })
  document.rotate(-90, { origin: [20, 150] }).text('Printed on recycled paper', 20, 150, { lineBreak: false })
  document.end()
  return buffer(document)
}
