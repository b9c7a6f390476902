import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { categories, CategoryTile } from '#features/categories'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { receiptSummary } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Categories' })

/** The six categories, each with how much is in it. */
export default function CategoriesPage() {
  const { data, isPending, isError, isRefetching, refetch } = useQuery(categories)
  const { data: summary } = useQuery(receiptSummary)
  const countIn = (category: string) =>
    summary?.totals
      .filter((total) => total.category === category)
      .reduce((sum, { receipts }) => sum + receipts, 0)

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading>Categories</PageHeading>
        <ButtonLink to="/trash" variant="quiet" icon={<Trash2 className="size-4.5" />}>
          {summary && summary.trashed > 0 ? `Trash (${summary.trashed})` : 'Trash'}
        </ButtonLink>
      </div>
      {isPending && (
        <Loading label="Loading categories" className="grid place-items-center py-16 text-leaf">
          <Spinner />
        </Loading>
      )}
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          {receiptTexts.categoryNotLoaded}
        </ErrorState>
      )}
      {data && (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {data.map(({ _id, name }) => (
            <li key={_id}>
              <Link
                to={`/categories/${_id}`}
                className="block h-full rounded-lg transition-[translate] hover:-translate-y-0.5"
              >
                <CategoryTile name={name} note={countNote(countIn(_id))} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function countNote(count: number | undefined): string {
  if (count === undefined) return '\u00a0'
  return count === 1 ? '1 receipt' : `${count.toLocaleString('en-AU')} receipts`
}
