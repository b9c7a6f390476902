import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { categories } from '#features/categories'
import { offerUndo, toast } from '#ui/feedback/toast.ts'
import { recordUndone } from '../outgoing/resuming/undone.ts'
import { restorePending } from '../pending/store.ts'
import type { PendingUpload } from '../pending/upload.ts'
import { unfileMutation } from '../to-file/queries.ts'

/** Says where a receipt was filed, with Undo. */
export function useFiledToast() {
  const undo = useUndo()
  const { data: all } = useQuery(categories)
  return ({ _id, category }: Receipt, saved: PendingUpload): void => {
    const name = all?.find((other) => other._id === category)?.name
    offerUndo(name ? `Saved to ${name}.` : receiptTexts.saved, () => undo(_id, saved))
  }
}

/** Undoes the filing of a receipt: its photo is on the screen again, unless the next one is. */
function useUndo() {
  const { mutateAsync } = useMutation(unfileMutation)
  return async (receipt: string, upload: PendingUpload): Promise<void> => {
    await recordUndone(upload)
    const { drafts } = await mutateAsync({ body: { receipts: [receipt] } })
    const isPending = restorePending(upload, drafts)
    const inToFile =
      drafts.length > 1 ? 'Undone. The pages are in To file.' : 'Undone. You’ll find it in To file.'
    toast.success(isPending ? 'Undone. Choose a category to save it again.' : inToFile)
  }
}
