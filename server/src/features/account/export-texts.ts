import { formatDay, sydneyDay, typedAmount } from '@docketbox/contract'
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
  'total_aud',
  'work_use_percent',
  'reimbursed',
  'claimable',
  'label_suggested',
  'label_confirmed',
  'buyer',
  'note',
  'in_bin',
  'saved_at',
  'files',
]

/** A CSV with one line per receipt; the last cell lists the paths of its current files in the zip. */
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
    typedAmount(receipt.spentCents),
    receipt.workUsePercent?.toString() ?? '',
    receipt.isReimbursed === null ? '' : receipt.isReimbursed ? 'yes' : 'no',
    typedAmount(receipt.claimableCents),
    receipt.labelSuggested ?? '',
    receipt.labelConfirmed ?? '',
    receipt.buyer ?? '',
    receipt.note ?? '',
    receipt.deletedAt ? 'yes' : 'no',
    receipt.savedAt.toISOString(),
    receipt.files
      .filter(({ replacedAt }) => replacedAt === null)
      .map(({ path }) => path)
      .join('\n'),
  ])
}

/** The text file that describes the zip. */
export function readMe(
  { PRODUCT_NAME, SUPPORT_EMAIL }: Pick<Environment, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>,
  {
    profile,
    at,
    unreadableForms,
  }: { profile: { email: string }; at: Date; unreadableForms: readonly string[] },
): string {
  const without =
    unreadableForms.length === 0 ? '' : `; we can no longer read the answers of ${unreadableForms.join(', ')}`
  return `All the data in your ${PRODUCT_NAME} account, ${profile.email}, as of ${formatDay(sydneyDay(at))}.

Receipts/                    your files by category, as you uploaded or cropped them
Receipts/Previous versions/  files you replaced, and the originals of photos you cropped or split
Bin/                         deleted receipts you can still restore
Not filed yet/               files you uploaded but didn’t file
Not filed yet/Originals/     photos as you took them, if you cropped or split them
Tax invoices/                for your payments
Receipts.csv                 one line per receipt, for a spreadsheet
Index.csv                    one line per file, with its SHA-256; a receipt’s amounts are on its first line only
Receipts.json                every receipt, with all versions of its files, their sizes and their SHA-256
Not filed yet.json           what you typed about files you didn’t file
Views.json                   lists of receipts you saved, with their filters
Evidence.json                expenses without a receipt
Records.json                 hours worked from home, trips, logbooks, laundry, diaries and the methods you chose
Forms.json                   claims and deductions forms you sent while logged in${without}
Income years.json            when you lodged your returns and how long to keep your receipts
Profile.json, Plans.json, Payments.json, and Picture.webp if you have a profile picture
Devices.json                 devices you logged in on
Shares.json                  who you share income years with, what they opened, and what you wrote to each other
Activity.json                your account history
Security.json                logins and changes to your login in the last year

Empty folders are left out. Questions: ${SUPPORT_EMAIL}
`
}
