import { draftsOf } from '../pending/queries.ts'
import { useIsSaving } from '../pending/saving.ts'
import { usePendingUpload } from '../pending/store.ts'
import { describedDraft, isTyped } from '../pending/typed-edit.ts'
import { useOutgoing } from './list.ts'

/** The uris of drafts that are being filed, or that wait until what was typed about them is saved. */
export function useDraftsBeingSaved(): readonly string[] {
  const pending = usePendingUpload()
  const isSaving = useIsSaving(pending)
  const inBackground = useOutgoing()
    .filter(({ problem }) => problem === undefined)
    .flatMap(({ upload, category }) => {
      if (category !== undefined) return draftsOf(upload)
      return isTyped(upload) ? (describedDraft(upload) ?? []) : []
    })
  return [...(pending && isSaving ? draftsOf(pending) : []), ...inBackground].map(({ uri }) => uri)
}
