import type { Category } from '@docketbox/contract/categories/endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { categories, CategoryTile } from '#features/categories'
import { pageMeta } from '#platform/page/meta.ts'
import { BackLink } from '#ui/layout/back-link.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { copyUnder, pendingUpload, usePendingUpload } from '../pending/store.ts'
import { hasArrived, isDescribed, NothingPending } from '../pending/nothing-pending.tsx'
import { NotSaved } from './not-saved.tsx'
import { isSavedBefore, useSaveUpload } from '../pending/queries.ts'

export const meta = () => pageMeta({ title: 'Choose a category' })

/** The last step: a press on a category saves the receipt there. */
export default function CategoryChoicePage() {
  const pending = usePendingUpload()
  const save = useSaveUpload()
  const list = useQuery(categories)

  if (save.data) return <Navigate to={`/categories/${save.data.category}`} replace />
  if (isSavedBefore(save.error)) return <Navigate to="/categories" replace />
  if (!isDescribed(pending)) return save.isPending ? <Waiting label="Saving" /> : <NothingPending />
  if (!hasArrived(pending)) return <Navigate to="/preview" replace />

  const chosen = save.isPending ? save.variables.category : undefined
  const choose = (category: string) => {
    copyUnder(category)
    save.mutate({ pending: pendingUpload() ?? pending, category })
  }
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to="/preview">Preview</BackLink>
      <PageHeading>Choose a category</PageHeading>
      <div className="mt-1 mb-5 min-h-6" aria-live="polite">
        {chosen ? (
          <p className="text-soft">Saving…</p>
        ) : (
          <p className="font-medium text-clay-deep">{receiptTexts.pickCategory}</p>
        )}
      </div>
      {save.error && <NotSaved error={save.error} origin={pending.origin} />}
      {list.isPending && <Waiting label="Loading the categories" />}
      {list.isError && (
        <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
          {receiptTexts.categoryNotLoaded}
        </ErrorState>
      )}
      {list.data && <Tiles categories={list.data} chosen={chosen} onChoose={choose} />}
    </div>
  )
}

type TilesProps = {
  categories: readonly Category[]
  chosen: string | undefined
  onChoose: (category: string) => void
}

function Tiles({ categories, chosen, onChoose }: TilesProps) {
  return (
    <ul className="grid grid-cols-2 gap-3">
      {categories.map(({ _id, name }) => (
        <li key={_id} className="grid">
          <button
            type="button"
            aria-pressed={chosen === _id}
            aria-disabled={chosen !== undefined || undefined}
            onClick={() => chosen === undefined && onChoose(_id)}
            className={`rounded-lg text-left transition-[opacity,translate] duration-150 hover:-translate-y-0.5 aria-pressed:ring-2 aria-pressed:ring-leaf ${chosen !== undefined && chosen !== _id ? 'opacity-55' : ''}`}
          >
            <CategoryTile name={name} note={chosen === _id && <Spinner />} isCompact />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="grid justify-items-center py-16">
      <Spinner label={label} size="large" />
    </div>
  )
}
