import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { unzip } from '@docketbox/testing/files/unzip'
import readExcel, { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { anySheet, type SheetColumn } from './sheet.ts'
import { workbookBytes } from './workbook.ts'

type Row = { name: string; cents: number }
const columns: readonly SheetColumn<Row>[] = [
  { heading: 'Name', kind: 'text', width: 20, value: ({ name }) => name },
  { heading: 'Amount', kind: 'money', width: 12, value: ({ cents }) => cents, hasTotal: true },
]
const rowsUpTo = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Row ${at + 1}`, cents: 100 }))
const sheetOf = (name: string, batches: Row[][]) => anySheet({ name, columns, rows: batches })

test.each<[rows: number, sheets: Record<string, number>]>([
  [0, { Rows: 0 }],
  [4, { Rows: 4 }],
  [5, { Rows: 4, 'Rows (2)': 1 }],
  [8, { Rows: 4, 'Rows (2)': 4 }],
  [9, { Rows: 4, 'Rows (2)': 4, 'Rows (3)': 1 }],
])('a sheet of seven rows holds four lines of %i, and others the rest', async (count, expected) => {
  const all = rowsUpTo(count)
  const batches = [all.slice(0, 3), [], all.slice(3)]
  const other = sheetOf('Other', [rowsUpTo(1)])
  const workbook = await buffer(workbookBytes([sheetOf('Rows', batches), other], { maxRows: 7 }))
  const sheets = await readExcel(workbook)
  expect(sheets.map(({ sheet }) => sheet)).toEqual([...Object.keys(expected), 'Other'])
  const names: unknown[] = []
  for (const [sheet, lines] of Object.entries(expected)) {
    const [heading, ...rows] = await readSheet(workbook, sheet)
    expect(heading).toEqual(['Name', 'Amount'])
    const cells = rows.slice(0, lines)
    expect(rows.slice(lines)).toEqual(
      lines === 0
        ? []
        : [
            [null, null],
            ['Total shown', lines],
          ],
    )
    expect(1 + rows.length).toBeLessThanOrEqual(7)
    names.push(...cells.map(([name]) => name))
  }
  expect(names).toEqual(all.map(({ name }) => name))
})

test('a total has no more decimals than what it adds up', async () => {
  const km: SheetColumn<number> = {
    heading: 'Km',
    kind: 'number',
    width: 9,
    value: (row) => row,
    hasTotal: true,
  }
  const name: SheetColumn<number> = { heading: 'Name', kind: 'text', width: 9, value: () => 'Trip' }
  const sheet = anySheet({ name: 'Trips', columns: [name, km], rows: [Array<number>(20).fill(33.4)] })
  expect((await readSheet(await buffer(workbookBytes([sheet])))).at(-1)).toEqual(['Total shown', 668])
})

test('a sheet is printed on A4 under its heading, and shrunk to its width unless that’s too small to read', async () => {
  const wide = anySheet({ name: 'Wide', columns: Array(15).fill(columns[0]) as typeof columns, rows: [] })
  const entries = await unzip(await buffer(workbookBytes([sheetOf('Rows', []), wide])))
  const [rows, other, workbook] = ['worksheets/sheet1', 'worksheets/sheet2', 'workbook'].map((name) =>
    entries.find((entry) => entry.name === `xl/${name}.xml`)!.body.toString(),
  )
  expect(rows).toContain('<pageSetUpPr fitToPage="1"/>')
  expect(rows).toContain('<pageSetup paperSize="9" orientation="landscape"')
  expect(other).toContain('<pageSetUpPr fitToPage="0"/>')
  expect(workbook).toContain(`name="_xlnm.Print_Titles" localSheetId="1">'Wide'!$1:$1<`)
})

test('a name that’s as long as it may be stays so on the sheets that continue it', async () => {
  const name = 'N'.repeat(31)
  const workbook = await buffer(workbookBytes([sheetOf(name, [rowsUpTo(2)])], { maxRows: 4 }))
  expect((await readExcel(workbook)).map(({ sheet }) => sheet)).toEqual([name, `${'N'.repeat(27)} (2)`])
})

test('a workbook is sent while its rows are read, with checksums that are right', async () => {
  let [read, isClosed] = [0, false]
  async function* rows() {
    try {
      for (; read < 400; read++) {
        const name = randomBytes(8_000).toString('base64')
        yield [{ name, cents: 1 }]
      }
    } finally {
      isClosed = true
    }
  }
  const chunks: Buffer[] = []
  const readBefore: number[] = []
  for await (const chunk of workbookBytes([anySheet({ name: 'Rows', columns, rows: rows() })])) {
    chunks.push(chunk)
    readBefore.push(read)
  }
  expect(readBefore[9]).toBeLessThan(100)
  expect(isClosed).toBe(true)
  const parts = await unzip(Buffer.concat(chunks))
  expect(parts.map(({ name }) => name)).toContain('[Content_Types].xml')
})

test('rows are no longer read once the download stops', async () => {
  let isClosed = false
  async function* rows() {
    try {
      for (;;) yield [{ name: randomBytes(8_000).toString('base64'), cents: 1 }]
    } finally {
      isClosed = true
    }
  }
  for await (const chunk of workbookBytes([anySheet({ name: 'Rows', columns, rows: rows() })]))
    if (chunk.length > 1_000) break
  await expect.poll(() => isClosed).toBe(true)
})

test('rows that can’t be read fail the workbook', async () => {
  async function* rows() {
    yield rowsUpTo(1)
    throw new Error('The database is away.')
  }
  const workbook = workbookBytes([anySheet({ name: 'Rows', columns, rows: rows() })])
  await expect(buffer(workbook)).rejects.toThrow('The database is away.')
})

test('whole numbers have no decimal point, and hours two decimals', async () => {
  const formatOf = async (kind: 'number' | 'hours') => {
    const counted: readonly SheetColumn<number>[] = [{ heading: 'N', kind, width: 9, value: (n) => n }]
    const sheet = anySheet({ name: 'N', columns: counted, rows: [[8]] })
    const parts = await unzip(await buffer(workbookBytes([sheet])))
    const textOf = (name: string) => parts.find((part) => part.name === name)!.body.toString()
    const style = Number(/<c r="A2" s="(\d+)"/.exec(textOf('xl/worksheets/sheet1.xml'))![1])
    const [, styles] = /<cellXfs.*?>(.*)<\/cellXfs>/.exec(textOf('xl/styles.xml'))!
    return Number([...styles!.matchAll(/numFmtId="(\d+)"/g)][style]![1])
  }
  const [general, twoDecimals] = [0, 4]
  expect(await formatOf('number')).toBe(general)
  expect(await formatOf('hours')).toBe(twoDecimals)
})
