import type { PackFormat } from '@docketbox/contract'
import { typedAmount } from '@docketbox/contract'
import { BYTE_ORDER_MARK, csvLine } from '#platform/export/csv.ts'
import { labelOf, type PackRow } from './row.ts'

/** What Xero imports at once. */
const MAX_XERO_LINES = 1_000

type AccountingFile = Readonly<{
  path: (part: number) => string
  heading: readonly string[]
  /** How many lines one file may have. */
  maxLines: number
  lineOf: (row: PackRow, amountCents: number, day: string) => string[]
}>

/** Files that accounting software imports. Accounts are left empty: they differ from one business to the next. */
const accountingFiles: Record<PackFormat, AccountingFile> = {
  xero: {
    path: (part) => `accounting/xero-bank-statement-${part}.csv`,
    heading: ['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Cheque Number'],
    maxLines: MAX_XERO_LINES,
    lineOf: ({ supplier, description, id }, cents, day) => [
      australian(day),
      typedAmount(-cents),
      supplier ?? '',
      description,
      referenceOf(id),
      '',
    ],
  },
  myob: {
    path: () => 'accounting/myob-spend-money.csv',
    heading: ['Bank Account', '*Date', 'Co./Last Name', 'Memo', 'Allocation Account #', 'Amount', 'Tax code'],
    maxLines: Infinity,
    lineOf: ({ supplier, description, gstCents }, cents, day) => [
      '',
      australian(day),
      supplier ?? '',
      description,
      '',
      typedAmount(cents),
      // Without GST on the receipt the importer chooses the code.
      gstCents === null ? '' : gstCents > 0 ? 'GST' : 'FRE',
    ],
  },
}

/** The files of a format, in parts that it can import: each as its path and text. */
export async function* accountingParts(
  format: PackFormat,
  rows: AsyncIterable<readonly PackRow[]>,
): AsyncGenerator<{ path: string; text: string }> {
  const { path, heading, maxLines, lineOf } = accountingFiles[format]
  let lines: string[] = []
  let part = 1
  const close = () => {
    const text = BYTE_ORDER_MARK + csvLine(heading) + lines.join('')
    lines = []
    return { path: path(part++), text }
  }
  for await (const batch of rows) {
    for (const row of batch) {
      const { spentCents: cents } = row
      if (cents === null || row.incurredOn === null || labelOf(row) === 'private') continue
      if (lines.length === maxLines) yield close()
      lines.push(csvLine(lineOf(row, cents, row.incurredOn)))
    }
  }
  if (lines.length > 0 || part === 1) yield close()
}

/** `2026-08-03` as `03/08/2026`. */
function australian(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** The end of an id, as in file names. */
function referenceOf(id: string): string {
  return id.slice(-6)
}
