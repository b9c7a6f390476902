import { incomeYearLabel, purchaseDay, typedAmount } from '@docketbox/contract'
import { BYTE_ORDER_MARK, csvLine } from '#platform/export/csv.ts'
import { packedText, type Packed } from '#platform/export/zip-format.ts'
import type { ExportedFile } from './store.ts'

type IndexedFile = Omit<ExportedFile, 'version' | 'fileId'>

const heading = [
  'Receipt',
  'Supplier',
  'Date',
  'Date paid',
  'Income year',
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

/**
 * The index of a zip of receipts: a CSV with a line for each file (requirement 43). A receipt's amounts are on the line of
 * its first current file only, and on none once it's in the bin, so that a column adds up to what the list says.
 */
export function packIndex(entries: readonly { name: string; file: IndexedFile }[]): Packed {
  const numbers = new Map<string, number>()
  const counted = new Set<string>()
  const lines = entries.map(({ name, file }) => {
    const number = numbers.get(file.id) ?? numbers.size + 1
    numbers.set(file.id, number)
    const isCounted = file.replacedAt === null && file.deletedAt === null && !counted.has(file.id)
    if (isCounted) counted.add(file.id)
    const amount = (cents: number | null) => (isCounted ? typedAmount(cents) : '')
    return csvLine([
      number.toString(),
      file.supplier ?? '',
      purchaseDay(file) ?? '',
      file.paidDate ?? '',
      incomeYearLabel(file.incomeYear),
      amount(file.totalCents),
      amount(file.gstCents),
      file.currency,
      amount(file.spentCents),
      file.category,
      file.workUsePercent?.toString() ?? '',
      amount(file.claimableCents),
      file.labelSuggested ?? '',
      file.labelConfirmed ?? '',
      name,
      file.sha256.toString('hex'),
    ])
  })
  // Dated by its contents, so that the same receipts always make the same zip.
  const modifiedOn =
    entries
      .map(({ file }) => file.capturedOn)
      .toSorted()
      .at(-1) ?? '1980-01-01'
  return packedText('Index.csv', BYTE_ORDER_MARK + csvLine(heading) + lines.join(''), modifiedOn)
}
