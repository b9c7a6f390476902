import { DAY_MS } from '@docketbox/contract/core/units'
import { escapeXml, styleNumbers } from './workbook-parts.ts'

/** What the cells of a column hold. Days are as `2026-06-30`, money in cents. */
type Kind = keyof typeof styleNumbers
type Value = string | number | null
export type SheetColumn<Row> = Readonly<{
  heading: string
  kind: Kind
  /** In characters. */
  width: number
  value: (row: Row) => Value
  /** Whether the last line adds it up. */
  hasTotal?: boolean
}>
export type Sheet<Row> = Readonly<{
  name: string
  columns: readonly SheetColumn<Row>[]
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
}>
export type Line = readonly Value[]
/** A sheet of rows of any type. */
export type AnySheet = Readonly<{
  name: string
  columns: readonly Omit<SheetColumn<never>, 'value'>[]
  lines: AsyncIterable<readonly Line[]>
}>

/** `SUBTOTAL` with this number adds up the lines that a filter shows. */
const SUM_OF_SHOWN = 109
/** The most that fits into a cell. */
const MAX_TEXT = 32_767
/** Wider sheets would be too small to read on one page across. */
const MAX_PRINTED_WIDTH = 280
const A4_LANDSCAPE = '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>'
const FIRST_DAY = Date.UTC(1899, 11, 30)

/** Erases the row type, so that a workbook can hold different sheets. */
export function anySheet<Row>({ name, columns, rows }: Sheet<Row>): AnySheet {
  async function* lines() {
    for await (const batch of rows) yield batch.map((row) => columns.map(({ value }) => value(row)))
  }
  return { name, columns, lines: lines() }
}

function columnsOf(kind: Kind) {
  /** @param width in characters. */
  return <Row>(
    heading: string,
    width: number,
    value: SheetColumn<Row>['value'],
    { hasTotal = false } = {},
  ): SheetColumn<Row> => ({ heading, kind, width, value, hasTotal })
}

export const textColumn = columnsOf('text')
export const dayColumn = columnsOf('day')
export const moneyColumn = columnsOf('money')
export const numberColumn = columnsOf('number')
export const hoursColumn = columnsOf('hours')

/** A sheet's XML: a heading that stays in view, filters, and a last line that adds up. */
export async function* sheetXml({ columns, lines }: AnySheet): AsyncGenerator<string> {
  const letters = columns.map((_, index) => letterOf(index))
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const isNarrow = columns.reduce((sum, { width }) => sum + width, 0) <= MAX_PRINTED_WIDTH
  yield (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      `<sheetPr><pageSetUpPr fitToPage="${isNarrow ? 1 : 0}"/></sheetPr>` +
      '<sheetViews><sheetView workbookViewId="0">' +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${widths.join('')}</cols><sheetData>` +
      row(
        1,
        columns.map(({ heading }, index) => textCell(`${letters[index]}1`, styleNumbers.text.bold, heading)),
      )
  )
  const sums = columns.map(() => 0)
  let last = 1
  for await (const batch of lines) {
    let xml = ''
    for (const values of batch) {
      last++
      for (const [index, value] of values.entries()) sums[index]! += typeof value === 'number' ? value : 0
      xml += row(
        last,
        values.map((value, index) => cell(`${letters[index]}${last}`, columns[index]!.kind, value)),
      )
    }
    yield xml
  }
  // Apart from the others, so that sorting and filtering leave it there.
  if (last > 1 && columns.some(({ hasTotal }) => hasTotal))
    yield row(last + 2, [
      textCell(`A${last + 2}`, styleNumbers.text.bold, 'Total shown'),
      ...columns.map(({ kind, hasTotal }, index) =>
        hasTotal ? totalCell(letters[index]!, last, kind, Math.round(sums[index]! * 1e6) / 1e6) : '',
      ),
    ])
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${last}"/>${A4_LANDSCAPE}</worksheet>`
}

function row(number: number, cells: readonly string[]): string {
  return `<row r="${number}">${cells.join('')}</row>`
}

function cell(at: string, kind: Kind, value: Value): string {
  if (value === null || value === '') return ''
  const style = styleNumbers[kind].plain
  if (kind === 'text') return textCell(at, style, String(value))
  return `<c r="${at}" s="${style}"><v>${numberOf(kind, value)}</v></c>`
}

/** Text stays text, whatever it starts with. */
function textCell(at: string, style: number, text: string): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT))}</t></is></c>`
}

function totalCell(letter: string, last: number, kind: Kind, sum: number): string {
  const formula = `SUBTOTAL(${SUM_OF_SHOWN},${letter}2:${letter}${last})`
  const style = styleNumbers[kind].bold
  return `<c r="${letter}${last + 2}" s="${style}"><f>${formula}</f><v>${numberOf(kind, sum)}</v></c>`
}

function numberOf(kind: Kind, value: string | number): number {
  if (kind === 'day') return (Date.parse(`${value}T00:00:00Z`) - FIRST_DAY) / DAY_MS
  return kind === 'money' ? Number(value) / 100 : Number(value)
}

/** `A` to `Z`, then `AA`. */
function letterOf(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26))
  return index < 26 ? rest : letterOf(Math.floor(index / 26) - 1) + rest
}
