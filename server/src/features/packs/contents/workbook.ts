import { evidenceKindNames, formatIncomeYear, sydneyDay } from '@docketbox/contract'
import { anySheet, type SheetColumn } from '#platform/export/sheet.ts'
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
  { heading: 'Date', kind: 'day', width: 13, value: ({ incurredOn }) => incurredOn },
  { heading: 'Supplier', kind: 'text', width: 26, value: ({ supplier }) => supplier },
  { heading: 'Description', kind: 'text', width: 36, value: ({ description }) => description },
  { heading: 'Category', kind: 'text', width: 24, value: ({ category }) => category },
  {
    heading: 'Label',
    kind: 'text',
    width: 15,
    value: (row) => {
      const label = labelOf(row)
      return label && shortLabel(label)
    },
  },
  {
    heading: 'Label status',
    kind: 'text',
    width: 11,
    value: (row) => (labelOf(row) === null ? null : row.labelConfirmed === null ? 'suggested' : 'confirmed'),
  },
  {
    heading: 'Amount (AUD)',
    kind: 'money',
    width: 14,
    value: ({ spentCents }) => spentCents,
    hasTotal: true,
  },
  {
    heading: 'GST (AUD)',
    kind: 'money',
    width: 12,
    value: gstAudCents,
    hasTotal: true,
  },
  { heading: 'Work use %', kind: 'number', width: 11, value: ({ workUsePercent }) => workUsePercent },
  {
    heading: 'Claimable (AUD)',
    kind: 'money',
    width: 15,
    value: ({ claimableCents }) => claimableCents,
    hasTotal: true,
  },
  {
    heading: 'Reimbursed',
    kind: 'text',
    width: 10,
    value: ({ isReimbursed }) => (isReimbursed === null ? null : isReimbursed ? 'yes' : 'no'),
  },
  { heading: 'Method', kind: 'text', width: 24, value: ({ method }) => method },
  { heading: 'Asset', kind: 'text', width: 22, value: ({ asset }) => asset ?? null },
  { heading: 'Currency', kind: 'text', width: 9, value: ({ currency }) => currency },
  { heading: 'Original amount', kind: 'money', width: 15, value: ({ totalCents }) => totalCents },
  { heading: 'Evidence', kind: 'text', width: 20, value: ({ evidenceType }) => evidenceNames[evidenceType] },
  { heading: 'Missing', kind: 'text', width: 20, value: ({ missing }) => missing.join(', ') },
  { heading: 'ABN', kind: 'text', width: 14, value: ({ supplierAbn }) => supplierAbn },
  { heading: 'Document date', kind: 'day', width: 13, value: ({ documentDate }) => documentDate },
  {
    heading: 'Added',
    kind: 'day',
    width: 13,
    value: ({ uploadedAt }) => sydneyDay(new Date(uploadedAt)),
  },
  {
    heading: 'Edited after lodging',
    kind: 'text',
    width: 18,
    value: ({ isEditedAfterLodgement }) => (isEditedAfterLodgement ? 'yes' : null),
  },
  { heading: 'Note', kind: 'text', width: 30, value: ({ note }) => note },
  {
    heading: 'File',
    kind: 'text',
    width: 50,
    value: ({ files }) => files.map(({ path }) => path).join('\n'),
  },
  { heading: 'Record', kind: 'text', width: 38, value: ({ id }) => id },
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
  { heading: 'Cost (AUD)', kind: 'money', width: 14, value: ({ spentCents }) => spentCents },
  { heading: 'GST (AUD)', kind: 'money', width: 12, value: gstAudCents },
  { heading: 'Work use %', kind: 'number', width: 11, value: ({ workUsePercent }) => workUsePercent ?? 100 },
  { heading: 'Claimed until', kind: 'text', width: 13, value: ({ claimedUntil }) => claimedUntil ?? null },
  ...columnsOf('Currency', 'Original amount', 'Evidence', 'Note', 'File', 'Record'),
]

/** Whose workbook it is, once it's no longer beside the summary. */
const aboutColumns: readonly SheetColumn<PackSnapshot['owner'] & Pick<PackSnapshot, 'incomeYear'>>[] = [
  { heading: 'Prepared for', kind: 'text', width: 30, value: ({ name }) => name },
  { heading: 'Email', kind: 'text', width: 40, value: ({ email }) => email },
  {
    heading: 'Income year',
    kind: 'text',
    width: 13,
    value: ({ incomeYear }) => formatIncomeYear(incomeYear),
  },
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
