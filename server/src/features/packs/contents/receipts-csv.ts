import { abnDigits, typedAmount } from '@docketbox/contract'
import { BYTE_ORDER_MARK, csvLine } from '#platform/export/csv.ts'
import { gstAudCents, type PackRow } from './row.ts'

/** The columns that tax agents ask for, in their order. */
const columns: Record<string, (row: PackRow, incomeYear: string) => string> = {
  record_id: ({ id }) => id,
  income_year: (_, incomeYear) => incomeYear,
  date_incurred: ({ incurredOn }) => incurredOn ?? '',
  document_date: ({ documentDate }) => documentDate ?? '',
  supplier: ({ supplier }) => supplier ?? '',
  supplier_abn: ({ supplierAbn }) => supplierAbn ?? '',
  abn_valid: ({ supplierAbn }) => (supplierAbn === null ? '' : yesOrNo(abnDigits(supplierAbn) !== undefined)),
  description: ({ description }) => description,
  category: ({ category }) => category,
  label_suggested: ({ labelSuggested }) => labelSuggested ?? '',
  label_confirmed: ({ labelConfirmed }) => labelConfirmed ?? '',
  amount_aud: ({ spentCents }) => typedAmount(spentCents),
  gst_aud: (row) => typedAmount(gstAudCents(row)),
  gst_basis: ({ gstBasis }) => gstBasis ?? 'unknown',
  currency: ({ currency }) => currency,
  amount_original: ({ totalCents }) => typedAmount(totalCents),
  work_use_percent: ({ workUsePercent }) => workUsePercent?.toString() ?? '',
  claimable_aud: ({ claimableCents }) => typedAmount(claimableCents),
  reimbursed: ({ isReimbursed }) => (isReimbursed === null ? '' : yesOrNo(isReimbursed)),
  method: ({ method }) => method ?? '',
  evidence_type: ({ evidenceType }) => evidenceType,
  evidence_complete: ({ missing }) => yesOrNo(missing.length === 0),
  missing: ({ missing }) => missing.join('; '),
  file: ({ files }) => files.map(({ path }) => path).join('; '),
  sha256: ({ files }) => files.map(({ sha256 }) => sha256).join('; '),
  uploaded_at_utc: ({ uploadedAt }) => uploadedAt,
  edited_after_lodgement: ({ isEditedAfterLodgement }) => yesOrNo(isEditedAfterLodgement),
  note: ({ note }) => note ?? '',
  asset: ({ asset }) => asset ?? '',
}

/** A CSV with a line for each receipt (RFC 4180, UTF-8, ISO dates, amounts as `1234.50`). */
export async function* receiptsCsv(
  rows: AsyncIterable<readonly PackRow[]>,
  incomeYear: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns))
  for await (const batch of rows)
    yield batch
      .map((row) => csvLine(Object.values(columns).map((cellOf) => cellOf(row, incomeYear))))
      .join('')
}

function yesOrNo(isTrue: boolean): string {
  return isTrue ? 'yes' : 'no'
}
