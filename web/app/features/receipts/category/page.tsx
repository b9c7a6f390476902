import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useBeforeUnload, useBlocker, useLocation, useNavigate } from 'react-router'
import { categories, CategoryMark } from '#features/categories'
import { pageMeta } from '#platform/page/meta.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { BackLink } from '#ui/layout/back-link.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Page } from '#ui/layout/page.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { receiptPage } from '../queries.ts'
import { ReceiptDialog } from '../receipt/dialog.tsx'
import { DownloadAll } from './download-all.tsx'
import { EmptyCategory, NoMatches } from './empty.tsx'
import { Filters } from './filters.tsx'
import { ReceiptList } from './list.tsx'
import { useCategoryParams } from './search-params.ts'
import { SelectionBar } from './selection.tsx'
import { useSelection } from './use-selection.ts'

export const meta = () => pageMeta({ title: 'Category' })

/** The receipts of one category. */
export default function CategoryPage() {
  const { filter, openId, isEditing, setCategoryParams } = useCategoryParams()
  const all = useQuery(categories)
  const firstPage = useQuery(receiptPage(filter, 1))
  const category = all.data?.find(({ _id }) => _id === filter.category)
  const [hasChanges, setHasChanges] = useState(false)
  const closeReceipt = () => {
    setHasChanges(false)
    setCategoryParams({ receipt: '', edit: '' })
  }
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, closeReceipt)
  useTitle(category?.name)
  const selection = useSelection(filter)
  useBack({ close: openId ? requestClose : selection.isSelecting ? selection.clear : undefined })
  useBeforeUnload((event) => {
    if (hasChanges) event.preventDefault()
  })

  if (all.isError) {
    return (
      <ErrorState onRetry={() => void all.refetch()} isRetrying={all.isRefetching}>
        {receiptTexts.categoryNotLoaded}
      </ErrorState>
    )
  }
  if (all.data && !category) {
    return (
      <EmptyState
        title="We couldn’t find this category."
        action={<BackLink to={paths.categories}>Categories</BackLink>}
      />
    )
  }
  const isFiltered = filter.q !== '' || filter.incomeYear !== ''
  const isEmpty = firstPage.data?.totalDocs === 0 && !isFiltered
  return (
    <Page
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
        !isEmpty &&
        (category ? (
          // Hidden instead of removed, which would abort its download.
          <div className={classNames('contents', selection.isSelecting && 'invisible')}>
            <DownloadAll category={category} filter={filter} />
          </div>
        ) : (
          <Skeleton className="h-11 w-37" />
        ))
      }
    >
      {!isEmpty && <Filters filter={filter} onChange={setCategoryParams} />}
      <QueryView
        query={firstPage}
        loading={<ListSkeleton />}
        error={({ message }) => `${receiptTexts.notListed} ${message}`}
        isEmpty={({ totalDocs }) => totalDocs === 0}
        empty={
          isFiltered ? (
            <NoMatches onClear={() => setCategoryParams({ q: '', year: '' })} />
          ) : (
            <EmptyCategory />
          )
        }
      >
        {({ totalDocs }) => (
          <ReceiptList
            filter={filter}
            total={totalDocs}
            selection={selection}
            onOpen={(receipt) => setCategoryParams({ receipt })}
            onEdit={(receipt) => setCategoryParams({ receipt, edit: 'title' })}
          />
        )}
      </QueryView>
      {selection.isSelecting && category && (
        <SelectionBar category={category} filter={filter} selection={selection} />
      )}
      {openId && (
        <ReceiptDialog
          id={openId}
          isEditing={isEditing}
          onClose={closeReceipt}
          onRequestClose={requestClose}
          onDirtyChange={setHasChanges}
        />
      )}
      {confirmation}
    </Page>
  )
}

/** As high as the list's count and its first rows. */
function ListSkeleton() {
  return (
    <Loading
      label="Loading receipts"
      className="grid gap-px"
      blocks={['-mt-2 mb-1 h-11 w-24', ...Array.from({ length: 8 }, () => 'h-18 md:h-11')]}
    />
  )
}

/** Back closes an open receipt or ends selecting, and otherwise leads to /categories (specification §2). */
function useBack({ close }: { close: (() => void) | undefined }): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { state, reset } = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      historyAction === 'POP' &&
      // The next screen may not have rendered yet; going back from there isn't ours to handle.
      currentLocation.pathname === pathname &&
      (close !== undefined || nextLocation.pathname !== paths.categories),
  )
  const handleBack = useEffectEvent(() => {
    reset?.()
    if (close) close()
    else void navigate(paths.categories, { replace: true })
  })
  useEffect(() => {
    if (state === 'blocked') handleBack()
  }, [state])
}
