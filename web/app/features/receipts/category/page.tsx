import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router'
import { categories, CategoryMark } from '#features/categories'
import { pageMeta } from '#platform/page/meta.ts'
import { BackLink } from '#ui/layout/back-link.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { useCategoryAddress } from './search-params.ts'
import { DownloadAll } from './download-all.tsx'
import { ReceiptDialog } from '../receipt/dialog.tsx'
import { ReceiptList } from './list.tsx'
import { receiptPage } from '../queries.ts'
import { ListFilters } from './filters.tsx'
import { NothingHere } from './empty.tsx'

export const meta = () => pageMeta({ title: 'Category' })

/** The receipts of one category. */
export default function CategoryPage() {
  const { filter, openId, change } = useCategoryAddress()
  const all = useQuery(categories)
  const first = useQuery(receiptPage(filter, 1))
  const category = all.data?.find(({ _id }) => _id === filter.category)
  useTitle(category?.name)
  useBack({ closes: openId ? () => change({ receipt: '' }) : undefined })

  if (all.isError || first.isError) {
    const retry = () => void Promise.all([all.refetch(), first.refetch()])
    return <ErrorState onRetry={retry}>{receiptTexts.categoryNotLoaded}</ErrorState>
  }
  if (all.data && !category)
    return (
      <EmptyState
        title="There is no such category."
        action={<BackLink to="/categories">Categories</BackLink>}
      />
    )
  const isNarrowed = filter.q !== '' || filter.incomeYear !== ''
  const isEmpty = first.data?.totalDocs === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <BackLink to="/dashboard">Home</BackLink>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="flex min-w-0 items-center gap-4">
            {category && <CategoryMark name={category.name} />}
            <PageHeading>{category?.name ?? 'Category'}</PageHeading>
          </div>
          {category && !(isEmpty && !isNarrowed) && <DownloadAll category={category} />}
        </div>
      </div>
      {!(isEmpty && !isNarrowed) && <ListFilters filter={filter} onChange={change} />}
      {first.isPending && <ListSkeleton />}
      {isEmpty && <NothingHere isNarrowed={isNarrowed} onClear={() => change({ q: '', incomeYear: '' })} />}
      {first.data && !isEmpty && (
        <ReceiptList filter={filter} total={first.data.totalDocs} onOpen={(receipt) => change({ receipt })} />
      )}
      {openId && <ReceiptDialog id={openId} onClose={() => change({ receipt: '' })} />}
    </div>
  )
}

function ListSkeleton() {
  return (
    <Loading label="Loading receipts" className="grid gap-2">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-20" />
      ))}
    </Loading>
  )
}

/** The name of the category comes from the server, after the screen. */
function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = document.title.replace(/^.*(?= · )/, name)
  }, [name])
}

/**
 * The browser's Back leads from here to /categories, wherever one came from (specification §2). On a phone it is also
 * what closes a receipt that covers the screen.
 */
function useBack({ closes }: { closes: (() => void) | undefined }): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { state, reset } = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      historyAction === 'POP' &&
      // The screen that follows may not have been drawn yet; its Back is not ours.
      currentLocation.pathname === pathname &&
      (closes !== undefined || nextLocation.pathname !== '/categories'),
  )
  useEffect(() => {
    if (state !== 'blocked') return
    reset()
    if (closes) closes()
    else void navigate('/categories', { replace: true })
  }, [state, reset, navigate, closes])
}
