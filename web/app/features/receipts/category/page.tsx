import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { categories, CategoryMark } from '#features/categories'
import { pageMeta } from '#platform/page/meta.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { NotFound } from '#ui/feedback/error-screen.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { Receipts } from '../list/receipts.tsx'
import { useReceipts } from '../list/use-receipts.ts'
import { DownloadAll } from './download-all.tsx'

export const meta = () => pageMeta({ title: 'Category' })

export default function CategoryPage() {
  const { categoryId = '' } = useParams()
  return <CategoryReceipts key={categoryId} id={categoryId} />
}

function CategoryReceipts({ id }: { id: string }) {
  const list = useReceipts(id)
  const all = useQuery(categories)
  const category = all.data?.find(({ _id }) => _id === id)
  const navigate = useNavigate()
  useTitle(category?.name)

  /** Back leads to /categories, wherever the user came from. */
  function insteadOfBack(to: string) {
    const isOnTheWay = to === paths.categories || to === paths.category(id)
    return (
      list.insteadOfBack(to) ??
      (isOnTheWay ? undefined : () => void navigate(paths.categories, { replace: true }))
    )
  }

  if (!all.data && all.errorUpdateCount > 0) {
    return (
      <Page title="Category" back={{ to: paths.categories, label: 'Categories' }}>
        <ErrorState onRetry={() => void all.refetch()} isRetrying={all.isFetching}>
          {receiptTexts.categoryNotLoaded}
        </ErrorState>
      </Page>
    )
  }
  if (all.data && !category) {
    return <NotFound />
  }
  return (
    <LeaveGuard insteadOfBack={insteadOfBack}>
      <Page
        width="full"
        back={{ to: paths.dashboard, label: 'Home' }}
        title={
          <span className="flex min-h-16 items-center gap-4">
            {category ? (
              <CategoryMark name={category.name} />
            ) : (
              <Skeleton className="size-11 shrink-0 rounded-full" />
            )}
            {category?.name ?? 'Category'}
          </span>
        }
        actions={
          !list.isEmpty &&
          (category ? (
            // Hidden instead of removed, which would abort its download.
            <div className={classNames('contents', list.selection.count > 0 && 'invisible')}>
              <DownloadAll category={category} filter={list.shown} />
            </div>
          ) : (
            <Skeleton className="h-11 w-37" />
          ))
        }
      >
        <Receipts list={list} isOneCategory category={category} empty={receiptTexts.noFiles} />
      </Page>
    </LeaveGuard>
  )
}
