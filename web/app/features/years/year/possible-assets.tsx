import { formatCents } from '@docketbox/contract/core/money'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { Card } from '#ui/layout/card.tsx'
import { AssetYear } from '../asset-year.tsx'

type PossibleAssetsProps = { summary: YearSummary; isReadOnly: boolean }

/** Asks about what may be assets, which can't be claimed in one year. */
export function PossibleAssets({ summary, isReadOnly }: PossibleAssetsProps) {
  const { incomeYear, possibleAssets } = summary
  const { receipts, expenses, docs } = possibleAssets
  const count = receipts + expenses
  if (count === 0 || isReadOnly) return null
  const others = count - docs.length
  return (
    <Card className="grid grid-cols-1 gap-4 print:hidden">
      <div className="grid gap-1">
        <h2 className="text-lg">
          {count === 1 ? 'Will you use it for more than a year?' : 'Will you use these for more than a year?'}
        </h2>
        <p className="text-sm text-soft">
          If something costs more than $300 and you’ll use it for more than a year, you claim it over several
          years. Answer no for things such as repairs, courses and subscriptions, or for several different
          things of $300 or less each.
        </p>
      </div>
      <ul className="grid gap-4">
        {docs.map(({ _id, hasReceipt, name, description, day, spentCents }) => (
          <li key={_id}>
            <AssetYear
              receipt={{ _id, incomeYear, lastClaimedYear: null, mayBeAsset: true }}
              hasReceipt={hasReceipt}
              label={`${name}, ${formatCents(spentCents)}`}
              hint={`${description === name ? '' : `${description}, `}${formatDayUnbroken(day)}`}
            />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="text-sm text-soft">
          Once you’ve answered these, we’ll show {others.toLocaleString('en-AU')} more.
        </p>
      )}
    </Card>
  )
}
