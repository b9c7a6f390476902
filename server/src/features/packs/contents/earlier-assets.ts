import { countOf } from '@docketbox/contract/core/counts'
import { formatCents, formatDay, formatIncomeYear } from '@docketbox/contract'
import type { Typesetter } from '#platform/documents/typeset.ts'
import { EARLIER_ASSETS } from './file-names.ts'
import { labelOf, type PackRow, shortLabel } from './row.ts'

/**
 * The assets from earlier years that are still claimed, with what their decline in value is worked out from.
 * @param rows the first of them.
 * @param count of all of them.
 */
export function writeEarlierAssets(page: Typesetter, rows: readonly PackRow[], count: number): void {
  if (rows.length === 0) return
  page.section('Assets from earlier years')
  page.table({
    columns: [
      { heading: 'Date', share: 14 },
      { heading: 'Asset', share: 38 },
      { heading: 'Label', share: 10 },
      { heading: 'Claimed until', share: 14 },
      { heading: 'For work', share: 9, align: 'right' },
      { heading: 'Cost', share: 15, align: 'right' },
    ],
    rows: rows.map((row) => [
      row.incurredOn === null ? 'unknown' : formatDay(row.incurredOn),
      nameOf(row),
      assetLabel(row),
      formatIncomeYear(row.claimedUntil!),
      `${row.workUsePercent ?? 100}%`,
      row.spentCents === null ? 'unknown' : formatCents(row.spentCents),
    ]),
  })
  const others = count - rows.length
  if (others > 0) page.paragraph(`Plus ${countOf(others, 'more asset')}, which receipts.xlsx lists.`)
  if (rows.some(({ files }) => files.length > 0))
    page.paragraph(`The original receipts of these assets are in the folder ${EARLIER_ASSETS}.`)
}

function nameOf({ supplier, description, evidenceType }: PackRow): string {
  const name = [supplier, ...(description === supplier ? [] : [description])].filter(Boolean).join(': ')
  return evidenceType === 'receipt' ? name : `${name} (no receipt)`
}

function assetLabel(row: PackRow): string {
  const label = labelOf(row)
  return label === null ? 'None yet' : shortLabel(label)
}
