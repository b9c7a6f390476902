import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { categories } from '#features/categories'
import { query } from '#platform/api/query.ts'
import { Amount } from '#ui/data/amount.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'

/** What a year adds up to, by category. */
export function YearTotals({ year }: { year: string }) {
  const summary = useQuery(query(receiptEndpoints.summary, {}))
  const { data: names = [] } = useQuery(categories)
  return (
    <QueryView
      query={summary}
      loading={<Loading label="Loading the totals" blocks={['h-48']} />}
      error="We couldn’t load the totals."
    >
      {({ totals }) => {
        const rows = totals.filter(({ incomeYear }) => incomeYear === year)
        const total = rows.reduce((sum, { totalCents }) => sum + totalCents, 0)
        const count = rows.reduce((sum, { receipts }) => sum + receipts, 0)
        return (
          <Card>
            <h2 className="text-lg">{formatIncomeYear(year)}</h2>
            <p className="mt-1 mb-3 text-soft">
              <Amount cents={total} className="font-semibold text-ink" /> from {count.toLocaleString('en-AU')}{' '}
              {count === 1 ? 'receipt' : 'receipts'}
            </p>
            <ul className="grid divide-y divide-line">
              {rows.map(({ category, totalCents, receipts }) => (
                <li key={category} className="flex items-baseline justify-between gap-4 py-2">
                  <span>
                    {names.find(({ _id }) => _id === category)?.name}{' '}
                    <span className="figures text-sm text-soft">({receipts})</span>
                  </span>
                  <Amount cents={totalCents} className="font-semibold" />
                </li>
              ))}
            </ul>
          </Card>
        )
      }}
    </QueryView>
  )
}
