import { countOf } from '@docketbox/contract/core/counts'
import { detailNames, formatAmount, formatDay, type YearSummary } from '@docketbox/contract'
import type { Typesetter } from '#platform/documents/typeset.ts'

/** The receipts that lack details, the highest amounts first. */
export function writeMissing(page: Typesetter, { missing, totals }: YearSummary): void {
  page.section('What’s missing')
  if (totals.receipts === 0) return page.paragraph('There are no receipts in this income year.')
  if (missing.receipts === 0)
    return page.paragraph('Nothing. Every receipt has the details it needs as evidence.')
  page.table({
    columns: [
      { heading: 'Date', share: 14 },
      { heading: 'Receipt', share: 40 },
      { heading: 'Missing', share: 28 },
      { heading: 'Amount', share: 18, align: 'right' },
    ],
    rows: missing.docs.map(({ day, name, missing, totalCents, currency }) => [
      formatDay(day),
      name,
      missing.map((detail) => detailNames[detail]).join(', '),
      totalCents === null ? 'unknown' : formatAmount(totalCents, currency),
    ]),
  })
  const others = missing.receipts - missing.docs.length
  if (others > 0)
    page.paragraph(
      `Plus ${countOf(others, 'more receipt')} with smaller or unknown amounts. To see them all, filter the “Missing” ` +
        'column in receipts.xlsx.',
    )
}
