import type { FontSet } from './fonts.ts'

type Style = { size: number; isBold: boolean }

/** Measures a line, and draws it from a point on its baseline. */
export function lineOfText(
  document: PDFKit.PDFDocument,
  fonts: FontSet,
  text: string,
  { size, isBold }: Style,
) {
  const runs = fonts.runs(text, isBold ? 700 : 400)
  const widths = runs.map((run) => useFont(run.file).widthOfString(run.text))

  function useFont(file: string) {
    // pdfkit takes open fonts; its types don't say so.
    return document.font(fonts.open(file) as unknown as Buffer, file).fontSize(size)
  }

  function draw(x: number, baseline: number): void {
    // A glyph may be half a letter or several, so the line says what copying it gives.
    const isMarked = runs.some(({ isShaped }) => isShaped)
    if (isMarked) document.markContent('Span', { actual: text })
    let left = x
    for (const [index, run] of runs.entries()) {
      useFont(run.file).text(run.text, left, baseline, { baseline: 'alphabetic', lineBreak: false })
      left += widths[index]!
    }
    if (isMarked) document.endMarkedContent()
  }

  return { width: widths.reduce((sum, width) => sum + width, 0), draw }
}
