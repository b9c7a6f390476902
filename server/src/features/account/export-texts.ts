import { typedAmount } from '@docketbox/contract'
import type { ExportedReceipt } from '#features/receipts'
import type { Environment } from '#platform/config/environment.ts'
import { BYTE_ORDER_MARK, csvLine } from '#platform/export/csv.ts'

const heading = [
  'captured_on',
  'income_year',
  'category',
  'description',
  'supplier',
  'supplier_abn',
  'document_date',
  'paid_date',
  'total',
  'gst',
  'currency',
  'work_use_percent',
  'note',
  'in_trash',
  'saved_at',
  'files',
]

/** One line a receipt, for a spreadsheet; the last cell says where its current files lie in the zip. */
export function receiptLines(receipts: readonly ExportedReceipt[]): string {
  return BYTE_ORDER_MARK + csvLine(heading) + receipts.map(lineOf).join('')
}

function lineOf(receipt: ExportedReceipt): string {
  return csvLine([
    receipt.capturedOn,
    receipt.incomeYear,
    receipt.category,
    receipt.description,
    receipt.supplier ?? '',
    receipt.supplierAbn ?? '',
    receipt.documentDate ?? '',
    receipt.paidDate ?? '',
    typedAmount(receipt.totalCents),
    typedAmount(receipt.gstCents),
    receipt.currency,
    receipt.workUsePercent?.toString() ?? '',
    receipt.note ?? '',
    receipt.deletedAt ? 'yes' : 'no',
    receipt.savedAt.toISOString(),
    receipt.files
      .filter(({ replacedAt }) => replacedAt === null)
      .map(({ path }) => path)
      .join('\n'),
  ])
}

/** Says what is in the zip. */
export function readMe(
  { PRODUCT_NAME, SUPPORT_EMAIL }: Pick<Environment, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>,
  { profile, at }: { profile: { email: string }; at: Date },
): string {
  return `Everything ${profile.email} has at ${PRODUCT_NAME}, as of ${at.toISOString()}.

Receipts/         your files as you sent them, byte for byte, by category
Receipts/Earlier versions/   files that you replaced
Bin/              deleted receipts that can still be restored
Not filed yet/    files that you sent and put into no category
Tax invoices/     for what you paid
Receipts.csv      one line per receipt, for a spreadsheet
Index.csv         one line per file, with its SHA-256
Receipts.json     the same with every version, its size and its SHA-256
Profile.json, Plans.json, Payments.json
Devices.json      where you logged in
Activity.json     what was done to your account

Folders that would be empty are left out. Questions: ${SUPPORT_EMAIL}
`
}
