import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation } from '@tanstack/react-query'
import { offerUndo } from '#ui/feedback/toast.ts'
import { listEntered } from '../outgoing/list.ts'
import { overtakenIn, typedSinceRow } from '../pending/row-sync.ts'
import type { PendingFile } from '../pending/upload.ts'
import { clearPending, pendingUpload } from '../pending/store.ts'
import { cancelFile } from '../pending/transfers.ts'
import { draftParams } from '../queries.ts'
import { restoreMutation, saveEdit } from '../to-file/queries.ts'

/** Discards an upload that's being described; undoing that lets it wait to be filed. */
export function useDiscardUpload(files: readonly PendingFile[]): (draft: Draft) => void {
  const { mutateAsync: restore } = useMutation(restoreMutation)
  return (draft) => {
    const file = files.find((other) => other.draft?.uri === draft.uri)
    if (!file) return
    const upload = pendingUpload()
    const isLast = upload?.files.every(({ id }) => id === file.id)
    const typed = upload && isLast && file.draft && typedSinceRow(upload, file.draft)
    const takeBack = async () => {
      const isTyped = typed && Object.keys(typed.change).length > 0
      const saved = isTyped && (await saveEdit(draft.uri, { ...typed.change, known: typed.known }))
      await restore({ params: draftParams(draft) })
      if (saved) listEntered(overtakenIn(typed, saved.edit), upload.owner, { isOvertaken: true })
    }
    const discarded = draft.type.startsWith('image/') ? 'Photo discarded.' : 'Upload discarded.'
    cancelFile(file.id, () => offerUndo(discarded, takeBack, 'Undone. You’ll find it in To file.'))
    // What was typed was about this receipt, not the next one.
    if (isLast) clearPending()
  }
}
