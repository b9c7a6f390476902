import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toast.ts'
import type { PendingFile } from '../pending/upload.ts'
import { cancelFile } from '../pending/transfers.ts'
import { draftId, restoreMutation } from '../to-file/queries.ts'

/** Discards an upload that's being described; undoing that lets it wait to be filed. */
export function useDiscardUpload(files: readonly PendingFile[]): (draft: Draft) => void {
  const { mutateAsync: restore } = useMutation(restoreMutation)
  return (draft) => {
    const file = files.find((other) => other.draft?.uri === draft.uri)
    if (!file) return
    cancelFile(file.id)
    const undo = () =>
      // Not a callback of `mutate`: the upload's screen has unmounted by then.
      void restore({ params: { draftId: draftId(draft) } })
        .then(() => toast.success('Undone. You’ll find it in To file.'))
        .catch(({ message }: Error) => toast.error(message))
    const discarded = draft.type.startsWith('image/') ? 'Photo discarded.' : 'Upload discarded.'
    toast.success(discarded, { action: { label: 'Undo', onPress: undo } })
  }
}
