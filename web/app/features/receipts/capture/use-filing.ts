import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { categories } from '#features/categories'
import { toast } from '#ui/feedback/toast.ts'
import { isUploaded } from '../pending/nothing-pending.tsx'
import { failOutgoing, outgoing, removeOutgoing, sendPending, waitForUpload } from '../outgoing/list.ts'
import { isAlreadySaved, useSaveUpload } from '../pending/queries.ts'
import { pendingUpload, restorePending } from '../pending/store.ts'
import type { PendingUpload } from '../pending/upload.ts'
import { removeRefused, retryFailed } from '../pending/transfers.ts'
import { unfileMutation } from '../to-file/queries.ts'

/** Files the pending upload in the chosen category. If it's still uploading, the user can continue with the next one. */
export function useFiling(pending: PendingUpload, onFiled: () => void) {
  const undo = useUndo()
  const reportFailure = useReportFailure()
  const { data: all } = useQuery(categories)
  const confirm = ({ _id, category }: Receipt, saved: PendingUpload) => {
    const name = all?.find((other) => other._id === category)?.name
    toast.success(name ? `Saved to ${name}.` : receiptTexts.saved, {
      action: { label: 'Undo', onPress: () => undo(_id, saved) },
    })
    onFiled()
  }
  const save = useSaveUpload(confirm)
  const saveLater = useSaveUpload(confirm, { isPatient: true })

  /** Continues after this screen has unmounted. */
  async function fileOnceUploaded(upload: PendingUpload, category: string): Promise<void> {
    const id = sendPending(upload, category)
    onFiled()
    retryFailed()
    const uploaded = await waitForUpload(id)
    if (outgoing().some((one) => one.id === id && one.problem)) reportFailure()
    if (!uploaded) return
    try {
      await saveLater.mutateAsync({ pending: uploaded, category })
      removeOutgoing(id)
    } catch (error) {
      if (isAlreadySaved(error as Error)) removeOutgoing(id)
      else {
        failOutgoing(id, (error as Error).message)
        reportFailure()
      }
    }
  }

  return {
    /** The category it's being filed in. */
    chosen: save.isPending ? save.variables.category : undefined,
    error: save.error,
    choose: (category: string) => {
      const refused = removeRefused()
      if (refused.length > 0) toast.info(`Not uploaded: ${refused.join(', ')}`, { durationMs: 5000 })
      const upload = pendingUpload() ?? pending
      if (isUploaded(upload)) save.mutate({ pending: upload, category })
      else void fileOnceUploaded(upload, category)
    },
  }
}

/** Says on any screen that a receipt couldn't be saved, and leads to the camera, which says why. */
function useReportFailure() {
  const navigate = useNavigate()
  return () => {
    const isScanning = window.location.pathname === paths.capture
    if (isScanning && !pendingUpload()?.files.length) return
    const action = { label: 'View', onPress: () => void navigate(paths.capture) }
    toast.error(receiptTexts.notSaved, isScanning ? undefined : { action })
  }
}

/** Takes back a receipt that was just filed: its photo is on the screen again, unless the next one is. */
function useUndo() {
  const { mutateAsync } = useMutation(unfileMutation)
  const undo = (receipt: string, upload: PendingUpload): void =>
    // Not a callback of `mutate`: the photo's screen has unmounted by then.
    void mutateAsync({ body: { receipts: [receipt] } })
      .then(({ drafts }) => {
        toast.success(
          restorePending(upload, drafts)
            ? 'Undone. Choose a category to save it again.'
            : 'Undone. You’ll find it in To file.',
        )
      })
      .catch(({ message }: Error) =>
        toast.error(message, {
          action: { label: 'Try again', onPress: () => undo(receipt, upload) },
        }),
      )
  return undo
}
