import { collectGarbage } from '#platform/processes/collect-garbage.ts'
import type { Fonts } from './fonts.ts'
import { lineOfText } from './line-of-text.ts'
import { wrapText } from './wrap-text.ts'

type Style = { size?: number; isBold?: boolean; colour?: string; align?: 'left' | 'right' }
type Cell = { text: string; x: number; width: number; style: Style }
type Column = {
  heading: string
  /** Its share of the width. */
  share: number
  align?: 'right'
}
type Table = {
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** Last rows that add up the others, the first of them in bold. */
  totals?: readonly (readonly string[])[]
}

/** Writes down a page, and starts another when it's full. */
export type Typesetter = Readonly<{
  title(text: string): void
  /** A heading that's never last on a page. */
  section(text: string): void
  paragraph(text: string, style?: Style): void
  /** Names and values beside each other. */
  facts(pairs: readonly (readonly [name: string, value: string])[]): void
  table(table: Table): void
}>

const PAGE = { left: 56, right: 539, top: 64, bottom: 770, footer: 806 }
const WIDTH = PAGE.right - PAGE.left
const LINE_HEIGHT = 1.4
const GAP = 12
const CELL_GAP = 10
const colours = { ink: '#16211d', soft: '#5a6660', leaf: '#0e6b52', line: '#d8dbd2' }
const BODY_SIZE = 9.5
const FACT_NAME_WIDTH = 130

type Document = { title: string; author: string; createdAt: Date; footer: string }

/**
 * Sets a document in A4 pages with the fonts of every script our users write in.
 * @param write puts the contents on the pages.
 * @returns the same PDF for the same contents and time.
 */
export async function typeset(
  fonts: Fonts,
  { title, author, createdAt, footer }: Document,
  write: (page: Typesetter) => void,
): Promise<Buffer> {
  // Loaded on first use: most processes never make a PDF.
  const { default: PdfDocument } = await import('pdfkit')
  // Loading them leaves more behind than a document does.
  collectGarbage()
  const fontSet = await fonts.load(textsOf(title, footer, write))
  collectGarbage()
  const info = { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt }
  const document = new PdfDocument({
    size: 'A4',
    margin: 0,
    lang: 'en-AU',
    font: '',
    bufferPages: true,
    info,
  })
  let y = PAGE.top

  function measure(text: string, { size = BODY_SIZE, isBold = false }: Style) {
    return lineOfText(document, fontSet, text, { size, isBold })
  }

  function drawLine(text: string, x: number, baseline: number, style: Style, width = 0): void {
    const line = measure(text, style)
    document.fillColor(style.colour ?? colours.ink)
    line.draw(style.align === 'right' ? x + width - line.width : x, baseline)
  }

  function wrap(text: string, width: number, style: Style): string[] {
    return wrapText(text, (line) => measure(line, style).width <= width)
  }

  function rule(at: number, width = 0.5): void {
    document.lineWidth(width).strokeColor(colours.line).moveTo(PAGE.left, at).lineTo(PAGE.right, at).stroke()
  }

  function hasRoomFor(height: number): boolean {
    return y + height <= PAGE.bottom
  }

  function startPage(): void {
    collectGarbage()
    document.addPage()
    y = PAGE.top
  }

  function layOut(cells: readonly Cell[]) {
    const laidOut = cells.map((cell) => ({ ...cell, lines: wrap(cell.text, cell.width, cell.style) }))
    const heights = laidOut.map(({ lines, style }) => lines.length * (style.size ?? BODY_SIZE) * LINE_HEIGHT)
    return { cells: laidOut, height: Math.max(0, ...heights) }
  }

  /** Draws texts beside each other. */
  function drawRow({ cells, height }: ReturnType<typeof layOut>): void {
    for (const { lines, x, width, style } of cells) {
      const size = style.size ?? BODY_SIZE
      for (const [index, line] of lines.entries())
        drawLine(line, x, y + size + index * size * LINE_HEIGHT, style, width)
    }
    y += height
  }

  function paragraph(text: string, style: Style = {}): void {
    const size = style.size ?? BODY_SIZE
    for (const line of wrap(text, WIDTH, style)) {
      if (!hasRoomFor(size * LINE_HEIGHT)) startPage()
      drawLine(line, PAGE.left, y + size, style, WIDTH)
      y += size * LINE_HEIGHT
    }
    y += GAP / 2
  }

  function section(text: string): void {
    if (y > PAGE.top) y += GAP * 1.5
    if (!hasRoomFor(90)) startPage()
    drawLine(text, PAGE.left, y + 13, { size: 13, isBold: true, colour: colours.leaf })
    y += 13 * LINE_HEIGHT + 2
  }

  function facts(pairs: readonly (readonly [name: string, value: string])[]): void {
    for (const [name, value] of pairs) {
      const valueX = PAGE.left + FACT_NAME_WIDTH
      const row = layOut([
        { text: name, x: PAGE.left, width: FACT_NAME_WIDTH - CELL_GAP, style: { colour: colours.soft } },
        { text: value, x: valueX, width: PAGE.right - valueX, style: {} },
      ])
      if (!hasRoomFor(row.height)) startPage()
      drawRow(row)
      y += 2
    }
    y += GAP / 2
  }

  function table({ columns, rows, totals = [] }: Table): void {
    collectGarbage()
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const room = WIDTH - CELL_GAP * (columns.length - 1)
    let x = PAGE.left
    const places = columns.map(({ share, align = 'left' as const }) => {
      const place = { x, width: (room * share) / shares, align }
      x += place.width + CELL_GAP
      return place
    })
    const cellsOf = (texts: readonly string[], style: Style) =>
      places.map(({ align, ...place }, index) => ({
        ...place,
        text: texts[index] ?? '',
        style: { ...style, align },
      }))
    const head = () => {
      const style = { size: 8.5, isBold: true, colour: colours.soft }
      drawRow(
        layOut(
          cellsOf(
            columns.map(({ heading }) => heading),
            style,
          ),
        ),
      )
      rule((y += 3), 1)
      y += 4
    }
    head()
    for (const texts of [...rows, ...totals]) {
      const row = layOut(cellsOf(texts, { isBold: texts === totals[0] }))
      if (!hasRoomFor(row.height + 8)) {
        startPage()
        head()
      }
      drawRow(row)
      rule((y += 4))
      y += 4
    }
    y += GAP / 2
  }

  function numberPages(): void {
    const { start, count } = document.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      document.switchToPage(page)
      const style = { size: 8, colour: colours.soft }
      rule(PAGE.footer - 14)
      drawLine(footer, PAGE.left, PAGE.footer, style)
      const number = `Page ${page - start + 1} of ${count}`
      drawLine(number, PAGE.left, PAGE.footer, { ...style, align: 'right' }, WIDTH)
    }
  }

  write({
    title: (text) => {
      for (const line of wrap(text, WIDTH, { size: 24, isBold: true })) {
        drawLine(line, PAGE.left, y + 24, { size: 24, isBold: true })
        y += 24 * 1.25
      }
      y += 4
    },
    section,
    paragraph,
    facts,
    table,
  })
  numberPages()
  document.end()
  return Buffer.concat(await Array.fromAsync(document as AsyncIterable<Buffer>))
}

/** Every text of a document, to load what its scripts need. */
function textsOf(title: string, footer: string, write: (page: Typesetter) => void): string {
  const texts = [title, footer]
  const note = (text: string) => void texts.push(text)
  write({
    title: note,
    section: note,
    paragraph: note,
    facts: (pairs) => void texts.push(...pairs.flat()),
    table: ({ columns, rows, totals = [] }) =>
      void texts.push(...columns.map(({ heading }) => heading), ...rows.flat(), ...totals.flat()),
  })
  return texts.join('\n')
}
