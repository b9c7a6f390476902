import { countOf } from '@docketbox/contract/core/counts'
import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import { formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import type { EarlierAsset, YearSummary } from '@docketbox/contract/years/summary'
import { useLocation } from 'react-router'
import type { ReviewState } from '#features/receipts'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { Card } from '#ui/layout/card.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

type EarlierAssetsProps = { summary: YearSummary; isReadOnly: boolean }

/** Assets from earlier years that are still claimed in this one, with what their decline in value is worked out from. */
export function EarlierAssets({ summary, isReadOnly }: EarlierAssetsProps) {
  const { earlierAssets, earlierAssetDocs: docs } = summary
  const from = useLocation().pathname
  if (docs.length === 0) return null
  const others = earlierAssets - docs.length
  return (
    <Card className="grid grid-cols-1 gap-3 print:break-inside-avoid">
      <h2 className="text-lg">Assets from earlier years</h2>
      <ul className="grid grid-cols-1 gap-3">
        {docs.map((asset) => (
          <li key={asset._id} className="grid grid-cols-1 gap-0.5">
            <span className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 font-semibold">
                {isReadOnly ? (
                  asset.name
                ) : (
                  <TextLink
                    to={asset.hasReceipt ? paths.review(asset._id) : paths.expenses(asset.incomeYear)}
                    state={{ from } satisfies ReviewState}
                  >
                    {asset.name}
                  </TextLink>
                )}
              </span>{' '}
              <span className="figures shrink-0 font-semibold">
                {asset.spentCents === null ? 'Amount unknown' : formatCents(asset.spentCents)}
              </span>
            </span>{' '}
            <span className="text-sm text-soft">{detailsOf(asset)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="text-sm text-soft">
          The tax pack lists {countOf(others, 'more asset')} in receipts.xlsx.
        </p>
      )}
    </Card>
  )
}

/** `Laptop · 15 Jan 2025 · 70% for work · D5 Other · claimed until 2027–28`. */
function detailsOf({ name, description, day, hasReceipt, workUsePercent, ...asset }: EarlierAsset): string {
  const { label, lastClaimedYear } = asset
  return [
    ...(description === name ? [] : [description]),
    formatDayUnbroken(day),
    `${workUsePercent}% for work`,
    ...(label === null ? [] : [formatLabel(label)]),
    `claimed until ${formatIncomeYear(lastClaimedYear)}`,
    ...(hasReceipt ? [] : ['no receipt']),
  ].join(' · ')
}
