import { receiptCount } from '@docketbox/contract/core/counts'
import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { categories, categoryPresets, CategoryTile } from '#features/categories'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { ReadAllCard } from '../reading/read-all-card.tsx'
import { receiptSummary } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Categories' })

const gridClass = 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3'

export default function CategoriesPage() {
  const query = useQuery(categories)
  const { data: summary } = useQuery(receiptSummary)
  const countIn = (category: string) =>
    summary?.totals
      .filter((total) => total.category === category)
      .reduce((sum, { receipts }) => sum + receipts, 0)

  return (
    <Page
      title="Categories"
      actions={
        <ButtonLink to={paths.bin} variant="quiet" icon={Trash2}>
          {summary && summary.trashed > 0 ? `Bin (${summary.trashed})` : 'Bin'}
        </ButtonLink>
      }
    >
      <QueryView
        query={query}
        loading={
          <Loading
            label="Loading categories"
            className={gridClass}
            blocks={categoryPresets.map(() => 'h-32 rounded-lg')}
          />
        }
        error={receiptTexts.categoryNotLoaded}
      >
        {(all) => (
          <ul className={gridClass}>
            {all.map(({ _id, name }) => (
              <li key={_id}>
                <Link
                  to={paths.category(_id)}
                  className="block h-full rounded-lg transition-[translate] hover:-translate-y-0.5"
                >
                  <CategoryTile name={name} note={formatCount(countIn(_id))} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <ReadAllCard isOptional />
    </Page>
  )
}

/** A non-breaking space reserves the line while the count loads. */
function formatCount(count: number | undefined): string {
  return count === undefined ? '\u00a0' : receiptCount(count)
}
