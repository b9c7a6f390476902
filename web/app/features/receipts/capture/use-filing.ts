import { useTimeout } from '#platform/page/use-timeout.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useFiledToast } from '../filing/use-filed-toast.ts'
import { sendPending } from '../outgoing/list.ts'
import { setAsideUpload } from '../outgoing/set-aside.ts'
import { useFileOnceUploaded } from '../outgoing/use-file-once-uploaded.ts'
import { isUploaded } from '../pending/nothing-pending.tsx'
import { useSaveUpload } from '../pending/saving.ts'
import { pendingUpload } from '../pending/store.ts'
import type { PendingUpload } from '../pending/upload.ts'
import { removeRefused, retryFailed } from '../pending/transfers.ts'

/** After this, saving continues in the background: a phone can show bars and receive nothing. */
const MAX_WAIT_MS = 5_000

/**
 * Files the pending upload in the chosen category. If it's still uploading, or the connection is bad, that's done in the
 * background, and the user can continue with the next one.
 */
export function useFiling(pending: PendingUpload, onFiled: () => void) {
  const confirm = useFiledToast()
  const continueInBackground = () => {
    setAsideUpload()
    onFiled()
  }
  const save = useSaveUpload(
    (receipt, saved) => {
      confirm(receipt, saved)
      onFiled()
    },
    { onUnreachable: continueInBackground },
  )
  useTimeout(continueInBackground, MAX_WAIT_MS, save.isPending)
  const fileOnceUploaded = useFileOnceUploaded()

  return {
    /** The category it's being filed in. */
    chosen: save.isPending ? save.variables.category : undefined,
    error: save.error,
    choose: (category: string) => {
      const refused = removeRefused()
      if (refused.length > 0) toast.info(`Not uploaded: ${refused.join(', ')}`, { durationMs: 5000 })
      const upload = pendingUpload() ?? pending
      if (isUploaded(upload)) save.mutate({ pending: upload, category })
      else {
        const id = sendPending(upload, category)
        onFiled()
        retryFailed()
        void fileOnceUploaded({ id, category })
      }
    },
  }
}
