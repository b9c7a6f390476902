import { evidenceKindNames, formatIncomeYear, sydneyDay } from '@docketbox/contract'
import {
  anySheet,
  dayColumn,
  moneyColumn,
  numberColumn,
  textColumn,
  type SheetColumn,
} from '#platform/export/sheet.ts'
import { workbookBytes } from '#platform/export/workbook.ts'
import { recordSheets } from './record-sheets.ts'
import { type EvidenceType, gstAudCents, labelOf, type PackRow, shortLabel } from './row.ts'
import type { PackSnapshot } from './snapshot.ts'

const evidenceNames: Record<EvidenceType, string> = {
  receipt: 'Receipt',
  small_expense: evidenceKindNames.smallExpense,
  unobtainable: evidenceKindNames.unobtainable,
  bank_line: evidenceKindNames.bankLine,
}

const receiptColumns: readonly SheetColumn<PackRow>[] = [
  dayColumn('Date', 13, ({ incurredOn }) => incurredOn),
  textColumn('Supplier', 26, ({ supplier }) => supplier),
  textColumn('Description', 36, ({ description }) => description),
  textColumn('Category', 24, ({ category }) => category),
  textColumn('Label', 15, (row) => {
    const label = labelOf(row)
    return label && shortLabel(label)
  }),
  textColumn('Label status', 11, (row) =>
    labelOf(row) === null ? null : row.labelConfirmed === null ? 'suggested' : 'confirmed',
  ),
  moneyColumn('Amount (AUD)', 14, ({ spentCents }) => spentCents, { hasTotal: true }),
  moneyColumn('GST (AUD)', 12, gstAudCents, { hasTotal: true }),
  numberColumn('Work use %', 11, ({ workUsePercent }) => workUsePercent),
  moneyColumn('Claimable (AUD)', 15, ({ claimableCents }) => claimableCents, { hasTotal: true }),
  textColumn('Reimbursed', 10, ({ isReimbursed }) =>
    isReimbursed === null ? null : isReimbursed ? 'yes' : 'no',
  ),
  textColumn('Method', 24, ({ method }) => method),
  textColumn('Asset', 22, ({ asset }) => asset ?? null),
  textColumn('Currency', 9, ({ currency }) => currency),
  moneyColumn('Original amount', 15, ({ totalCents }) => totalCents),
  textColumn('Evidence', 20, ({ evidenceType }) => evidenceNames[evidenceType]),
  textColumn('Missing', 20, ({ missing }) => missing.join(', ')),
  textColumn('ABN', 14, ({ supplierAbn }) => supplierAbn),
  dayColumn('Document date', 13, ({ documentDate }) => documentDate),
  dayColumn('Added', 13, ({ uploadedAt }) => sydneyDay(new Date(uploadedAt))),
  textColumn('Edited after lodging', 18, ({ isEditedAfterLodgement }) =>
    isEditedAfterLodgement ? 'yes' : null,
  ),
  textColumn('Note', 30, ({ note }) => note),
  textColumn('File', 50, ({ files }) => files.map(({ path }) => path).join('\n')),
  textColumn('Record', 38, ({ id }) => id),
]

const expenseColumns = columnsOf(
  'Date',
  'Supplier',
  'Description',
  'Label',
  'Asset',
  'Amount (AUD)',
  'Work use %',
  'Claimable (AUD)',
  'Method',
  'Evidence',
  'Added',
  'Edited after lodging',
  'Note',
  'Record',
)

/** What the decline in value of an asset is worked out from. Its cost is part of no total of this year. */
const assetColumns: readonly SheetColumn<PackRow>[] = [
  ...columnsOf('Date', 'Supplier', 'Description', 'Label', 'Label status'),
  moneyColumn('Cost (AUD)', 14, ({ spentCents }) => spentCents),
  moneyColumn('GST (AUD)', 12, gstAudCents),
  numberColumn('Work use %', 11, ({ workUsePercent }) => workUsePercent ?? 100),
  textColumn('Claimed until', 13, ({ claimedUntil }) => claimedUntil ?? null),
  ...columnsOf('Currency', 'Original amount', 'Evidence', 'Note', 'File', 'Record'),
]

/** Whose workbook it is, once it's no longer beside the summary. */
const aboutColumns: readonly SheetColumn<PackSnapshot['owner'] & Pick<PackSnapshot, 'incomeYear'>>[] = [
  textColumn('Prepared for', 30, ({ name }) => name),
  textColumn('Email', 40, ({ email }) => email),
  textColumn('Income year', 13, ({ incomeYear }) => formatIncomeYear(incomeYear)),
]

function columnsOf(...headings: string[]): SheetColumn<PackRow>[] {
  return receiptColumns.filter(({ heading }) => headings.includes(heading))
}

/**
 * `receipts.xlsx`: every receipt with typed dates and amounts, expenses without one apart, so that each sheet adds up to
 * what the summary says, assets from earlier years, and the records that aren't receipts.
 */
export function receiptsWorkbook(
  rows: () => AsyncIterable<readonly PackRow[]>,
  earlierAssets: () => AsyncIterable<readonly PackRow[]>,
  { records, claims, summary, owner, incomeYear }: PackSnapshot,
): AsyncGenerator<Buffer> {
  const receipts = { name: 'Receipts', columns: receiptColumns, rows: filterRows(rows(), isReceipt) }
  const expenses = {
    name: 'Without a receipt',
    columns: expenseColumns,
    rows: filterRows(rows(), (row) => !isReceipt(row)),
  }
  const assets = { name: 'Assets from earlier years', columns: assetColumns, rows: earlierAssets() }
  const about = { name: 'About', columns: aboutColumns, rows: [[{ ...owner, incomeYear }]] }
  return workbookBytes([
    anySheet(receipts),
    ...(summary.evidence.length > 0 ? [anySheet(expenses)] : []),
    ...(summary.earlierAssets > 0 ? [anySheet(assets)] : []),
    ...recordSheets(records, claims),
    anySheet(about),
  ])
}

function isReceipt({ evidenceType }: PackRow): boolean {
  return evidenceType === 'receipt'
}

async function* filterRows(
  rows: AsyncIterable<readonly PackRow[]>,
  isWanted: (row: PackRow) => boolean,
): AsyncGenerator<readonly PackRow[]> {
  for await (const batch of rows) yield batch.filter(isWanted)
}
