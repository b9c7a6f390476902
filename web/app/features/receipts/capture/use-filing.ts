import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { categories } from '#features/categories'
import { toast } from '#ui/feedback/toast.ts'
import { isUploaded } from '../pending/nothing-pending.tsx'
import { useSaveUpload } from '../pending/queries.ts'
import { type PendingUpload, pendingUpload, restorePending } from '../pending/store.ts'
import { removeRefused, resumeTransfers } from '../pending/transfers.ts'
import { unfileMutation } from '../to-file/queries.ts'

const UNDO_MS = 8_000

/** Files the pending upload in the category that's pressed, as soon as it's uploaded. */
export function useFiling(pending: PendingUpload, onFiled: () => void) {
  const [waitingFor, setWaitingFor] = useState<string>()
  const undo = useUndo()
  const { data: all } = useQuery(categories)
  const save = useSaveUpload(({ _id, category }, saved) => {
    const name = all?.find((other) => other._id === category)?.name
    toast.success(name ? `Saved to ${name}.` : receiptTexts.saved, {
      durationMs: UNDO_MS,
      action: { label: 'Undo', onPress: () => undo(_id, saved) },
    })
    onFiled()
  })
  const isReady = isUploaded(pending)

  const file = (category: string) => save.mutate({ pending: pendingUpload() ?? pending, category })
  const fileWaiting = useEffectEvent(() => waitingFor !== undefined && file(waitingFor))
  useEffect(() => {
    if (isReady) fileWaiting()
  }, [isReady])

  const awaited = isReady ? undefined : waitingFor
  return {
    /** The category it's being filed in, or will be. */
    chosen: save.isPending ? save.variables.category : awaited,
    isWaitingForUpload: awaited !== undefined,
    error: save.error,
    choose: (category: string) => {
      const refused = removeRefused()
      if (refused.length > 0) toast.info(`Not uploaded: ${refused.join(', ')}`, { durationMs: 5000 })
      const upload = pendingUpload()
      if (upload && isUploaded(upload)) return file(category)
      resumeTransfers()()
      setWaitingFor(category)
    },
    cancel: () => setWaitingFor(undefined),
  }
}

/** Takes back a receipt that was just filed: its photo is on the screen again, unless the next one is. */
function useUndo() {
  const { mutateAsync } = useMutation(unfileMutation)
  const undo = (receipt: string, upload: PendingUpload): void =>
    // Not a callback of `mutate`: the photo's screen has unmounted by then.
    void mutateAsync({ body: { receipts: [receipt] } })
      .then(({ drafts }) => {
        restorePending(upload, drafts)
        toast.success('It’s waiting to be filed.')
      })
      .catch(({ message }: Error) =>
        toast.error(message, {
          durationMs: UNDO_MS,
          action: { label: 'Try again', onPress: () => undo(receipt, upload) },
        }),
      )
  return undo
}
