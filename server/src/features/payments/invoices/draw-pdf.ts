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
export async function drawPdf({ title, lines, rules }: Sheet): Promise<Buffer> {
  // Loaded on first use: most processes never make an invoice.
  const [{ default: PdfDocument }, { fontRuns, openFont }] = await Promise.all([
    import('pdfkit'),
    import('#platform/documents/fonts.ts'),
  ])
  const height = Math.max(A4.height, ...lines.map(({ y }) => y + LEFT))
  const document = new PdfDocument({
    size: [A4.width, height],
    lang: 'en-AU',
    font: '',
    info: { Title: title },
  })
  const texts = lines.map((line) => ({ ...line, runs: fontRuns(line.text, line.isBold ? 700 : 400) }))
  for (const file of new Set(texts.flatMap(({ runs }) => runs.map((run) => run.file))))
    // pdfkit takes open fonts; its types don't say so.
    document.registerFont(file, openFont(file) as unknown as Buffer)
  for (const { x, y, runs, size = 10, isRight = false } of texts) {
    document.fontSize(size)
    const widths = runs.map(({ text, file }) => document.font(file).widthOfString(text))
    let left = isRight ? x - widths.reduce((sum, width) => sum + width, 0) : x
    for (const [index, { text, file }] of runs.entries()) {
      document.font(file).text(text, left, y, { baseline: 'alphabetic', lineBreak: false })
      left += widths[index]!
    }
  }
  document.lineWidth(0.5)
  for (const y of rules) document.moveTo(LEFT, y).lineTo(RIGHT, y).stroke()
  document.end()
  return Buffer.concat(await Array.fromAsync(document as AsyncIterable<Buffer>))
}
