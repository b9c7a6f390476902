import type { Category } from '@docketbox/contract/categories/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { categories, categoryPresets, CategoryTile } from '#features/categories'
import { pageMeta } from '#platform/page/meta.ts'
import { Page } from '#ui/layout/page.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { isComplete, isUploaded, NothingPending } from '../pending/nothing-pending.tsx'
import { isAlreadySaved, useSaveUpload } from '../pending/saving.ts'
import { copyToCategory, pendingUpload, usePendingUpload } from '../pending/store.ts'
import { NotSaved } from './not-saved.tsx'

export const meta = () => pageMeta({ title: 'Save receipt' })

/** Saves the pending upload in the category that's pressed. */
export default function FilingPage() {
  const pending = usePendingUpload()
  const save = useSaveUpload()
  const query = useQuery(categories)

  if (save.data) return <Navigate to={paths.category(save.data.category)} replace />
  if (isAlreadySaved(save.error)) return <Navigate to={paths.categories} replace />
  if (!isComplete(pending)) return save.isPending ? <TileSkeletons label="Saving" /> : <NothingPending />
  if (!isUploaded(pending)) return <Navigate to={paths.preview} replace />

  const chosen = save.isPending ? save.variables.category : undefined
  const handleChoose = (category: string) => {
    copyToCategory(category)
    save.mutate({ pending: pendingUpload() ?? pending, category })
  }
  return (
    <Page
      width="form"
      title="Save receipt"
      back={{ to: paths.preview, label: 'Preview' }}
      lead={
        <span aria-live="polite" className={chosen ? undefined : 'font-medium text-clay-deep'}>
          {chosen ? 'Saving…' : receiptTexts.pickCategory}
        </span>
      }
    >
      {save.error && <NotSaved error={save.error} origin={pending.origin} />}
      <QueryView
        query={query}
        loading={<TileSkeletons label="Loading categories" />}
        error={receiptTexts.categoryNotLoaded}
      >
        {(all) => <Tiles categories={all} chosen={chosen} onChoose={handleChoose} />}
      </QueryView>
    </Page>
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

function TileSkeletons({ label }: { label: string }) {
  return (
    <Loading
      label={label}
      className="grid grid-cols-2 gap-3"
      blocks={categoryPresets.map(() => 'h-26 rounded-lg')}
    />
  )
}
