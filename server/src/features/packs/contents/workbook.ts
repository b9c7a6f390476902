import { anySheet, type Sheet, type SheetColumn } from '#platform/export/sheet.ts'
import { workbookBytes } from '#platform/export/workbook.ts'
import { recordSheets } from './record-sheets.ts'
import { gstAudCents, labelOf, type PackRow } from './row.ts'
import type { PackSnapshot } from './snapshot.ts'

const receiptColumns: readonly SheetColumn<PackRow>[] = [
  { heading: 'Date', kind: 'day', width: 13, value: ({ incurredOn }) => incurredOn },
  { heading: 'Supplier', kind: 'text', width: 26, value: ({ supplier }) => supplier },
  { heading: 'Description', kind: 'text', width: 36, value: ({ description }) => description },
  { heading: 'Category', kind: 'text', width: 24, value: ({ category }) => category },
  { heading: 'Label', kind: 'text', width: 9, value: labelOf },
  {
    heading: 'Label is',
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
  { heading: 'Currency', kind: 'text', width: 9, value: ({ currency }) => currency },
  { heading: 'Original amount', kind: 'money', width: 15, value: ({ totalCents }) => totalCents },
  { heading: 'Evidence', kind: 'text', width: 18, value: ({ evidenceType }) => evidenceType },
  { heading: 'Missing', kind: 'text', width: 20, value: ({ missing }) => missing.join(', ') },
  { heading: 'ABN', kind: 'text', width: 14, value: ({ supplierAbn }) => supplierAbn },
  { heading: 'Document date', kind: 'day', width: 13, value: ({ documentDate }) => documentDate },
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

/** `receipts.xlsx`: every receipt with typed dates and amounts, and the records that aren't receipts. */
export function receiptsWorkbook(
  rows: Sheet<PackRow>['rows'],
  { records, claims }: PackSnapshot,
): AsyncGenerator<Buffer> {
  const receipts = anySheet({ name: 'Receipts', columns: receiptColumns, rows })
  return workbookBytes([receipts, ...recordSheets(records, claims)])
}
