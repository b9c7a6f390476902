import type { Fonts } from '#platform/documents/fonts.ts'
import { lineOfText } from '#platform/documents/line-of-text.ts'

/** Lengths are points from the top left corner; `y` is the baseline. */
export type TextLine = {
  x: number
  y: number
  text: string
  size?: number
  isBold?: boolean
  isRight?: boolean
}
type Sheet = { title: string; lines: readonly TextLine[]; rules: readonly number[] }

export const LEFT = 56
export const RIGHT = 539
const A4 = { width: 595.28, height: 841.89 }

/** Draws a page of text, A4 or longer if it has to be, with a rule across it at each of the heights `rules`. */
export async function drawPdf(fonts: Fonts, { title, lines, rules }: Sheet): Promise<Buffer> {
  // Loaded on first use: most processes never make an invoice.
  const { default: PdfDocument } = await import('pdfkit')
  const fontSet = await fonts.load(lines.map(({ text }) => text).join('\n'))
  const height = Math.max(A4.height, ...lines.map(({ y }) => y + LEFT))
  const document = new PdfDocument({
    size: [A4.width, height],
    lang: 'en-AU',
    font: '',
    info: { Title: title },
  })
  for (const { x, y, text, isBold = false, size = 10, isRight = false } of lines) {
    const line = lineOfText(document, fontSet, text, { size, isBold })
    line.draw(isRight ? x - line.width : x, y)
  }
  document.lineWidth(0.5)
  for (const y of rules) document.moveTo(LEFT, y).lineTo(RIGHT, y).stroke()
  document.end()
  return Buffer.concat(await Array.fromAsync(document as AsyncIterable<Buffer>))
}
