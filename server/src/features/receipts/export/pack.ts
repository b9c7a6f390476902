import { typedAmount } from '@docketbox/contract'
import { BYTE_ORDER_MARK, csvLine } from '#platform/export/csv.ts'
import { packedText, type Packed } from '#platform/export/zip-format.ts'
import type { ExportedFile } from './store.ts'

type IndexedFile = Omit<ExportedFile, 'version' | 'fileId'>

const heading = [
  'Supplier',
  'Date',
  'Amount',
  'GST',
  'Currency',
  'Amount (AUD)',
  'Category',
  'Work use (%)',
  'Claimable',
  'Label suggested',
  'Label confirmed',
  'File name',
  'SHA-256',
]

/** The index of a zip of receipts: a CSV with a line for each file (requirement 43). */
export function packIndex(entries: readonly { name: string; file: IndexedFile }[]): Packed {
  const lines = entries.map(({ name, file }) =>
    csvLine([
      file.supplier ?? '',
      file.paidDate ?? file.documentDate ?? '',
      typedAmount(file.totalCents),
      typedAmount(file.gstCents),
      file.currency,
      typedAmount(file.spentCents),
      file.category,
      file.workUsePercent?.toString() ?? '',
      typedAmount(file.claimableCents),
      file.labelSuggested ?? '',
      file.labelConfirmed ?? '',
      name,
      file.sha256.toString('hex'),
    ]),
  )
  // Dated by its contents, so that the same receipts always make the same zip.
  const modifiedOn =
    entries
      .map(({ file }) => file.capturedOn)
      .toSorted()
      .at(-1) ?? '1980-01-01'
  return packedText('Index.csv', BYTE_ORDER_MARK + csvLine(heading) + lines.join(''), modifiedOn)
}
