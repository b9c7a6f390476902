import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useFiledToast } from '../filing/use-filed-toast.ts'
import { isAlreadySaved, savedElsewhere, useSaveUpload } from '../pending/saving.ts'
import { pendingUpload } from '../pending/store.ts'
import { failOutgoing, isOwnerLoggedIn, outgoing, removeOutgoingFiles, waitForUpload } from './list.ts'

/** Saves an outgoing receipt in its category once its files are uploaded, even after this screen has unmounted. */
export function useFileOnceUploaded() {
  const reportFailure = useReportFailure()
  const { mutateAsync } = useSaveUpload(useFiledToast(), { isPatient: true })
  return async ({ id, category }: { id: string; category: string }): Promise<void> => {
    const pending = await waitForUpload(id)
    if (outgoing().some((one) => one.id === id && one.problem)) reportFailure()
    if (!pending) return
    while (await isOwnerLoggedIn(id)) {
      try {
        await mutateAsync({ pending, category })
        return
      } catch (error) {
        if (isAlreadySaved(error as Error)) return
        // Another user, who can't save it, may have logged in meanwhile.
        const isOwn = outgoing().some((one) => one.id === id)
        if (!isOwn || (error instanceof ApiError && error.status === 401)) continue
        const taken = savedElsewhere(error as Error, pending)
        removeOutgoingFiles(({ draft }) => draft !== undefined && taken.includes(draft.uri))
        const isInPart = taken.length > 0
        failOutgoing(id, isInPart ? 'Some of its pages have already been saved.' : (error as Error).message)
        return reportFailure()
      }
    }
  }
}

/** Says on any screen that a receipt couldn't be saved, and leads to the camera, which says why. The dashboard and To file do, too. */
export function useReportFailure() {
  const navigate = useNavigate()
  return () => {
    const { pathname } = window.location
    const isScanning = pathname === paths.capture
    const saysWhy = pathname === paths.dashboard || pathname === paths.toFile
    if (saysWhy || (isScanning && !pendingUpload()?.files.length)) return
    const action = { label: 'View', onPress: () => void navigate(paths.capture) }
    toast.error(receiptTexts.notSaved, isScanning ? undefined : { action })
  }
}
