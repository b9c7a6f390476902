import { DISCARDED_DAYS } from '@docketbox/contract/core/limits'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, FileText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { discardedDrafts, draftThumbnail } from '../to-file/queries.ts'
import { rowName, valuesOf } from '../to-file/row/row-values.ts'
import { useBlobUrl } from '../use-blob-url.ts'

type Restore = { onRestore: (draft: Draft) => Promise<void> }

/** Uploads that were discarded lately, to restore once their toast is gone. */
export function DiscardedUploads({ onRestore }: Restore) {
  const [isOpen, setIsOpen] = useState(false)
  const { docs = [] } = useQuery(discardedDrafts).data ?? {}
  if (docs.length === 0) {
    if (isOpen) setIsOpen(false)
    return null
  }
  return (
    <details className="group" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-leaf-deep">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
        Recently discarded ({docs.length})
      </summary>
      <p className="text-sm text-soft">You can restore uploads for {DISCARDED_DAYS} days.</p>
      {isOpen && (
        <ul className="mt-3 grid grid-cols-1 gap-2">
          {docs.map((draft) => (
            <DiscardedUpload key={draft.uri} draft={draft} onRestore={onRestore} />
          ))}
        </ul>
      )}
    </details>
  )
}

function DiscardedUpload({ draft, onRestore }: Restore & { draft: Draft }) {
  const [isRestoring, setIsRestoring] = useState(false)
  const { data } = useQuery({ ...draftThumbnail(draft), enabled: draft.preview === 'image' })
  const ref = useBlobUrl(data)
  const edit = draft.edit ?? {}
  const name = rowName({ draft, edit })
  const { total } = valuesOf(draft, edit)
  const handleRestore = async () => {
    setIsRestoring(true)
    await onRestore(draft)
    setIsRestoring(false)
  }
  return (
    <li className="flex items-center gap-4 rounded-lg border border-line bg-sheet p-3">
      <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-md bg-well text-soft">
        {data ? (
          <img ref={ref} alt="" className="size-full object-cover dark:brightness-75" />
        ) : (
          <FileText className="size-6" aria-hidden="true" />
        )}
      </span>
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium">{name}</span>
        {total && <span className="figures text-sm text-soft">${total}</span>}
      </span>
      <Button
        variant="secondary"
        icon={Undo2}
        aria-label={`Restore ${name}`}
        busy={isRestoring && 'Restoring…'}
        onClick={() => void handleRestore()}
      >
        Restore
      </Button>
    </li>
  )
}
