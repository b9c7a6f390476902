import { type ComponentProps, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { isUsable } from '../pending/limits.ts'
import { OutgoingNotice } from '../outgoing/notice.tsx'
import { pendingUpload, updateFile, usePendingUpload } from '../pending/store.ts'
import { addFiles, cancelAllFiles } from '../pending/transfers.ts'
import { UnsavedUploadNotice } from '../pending/progress/unsaved-notice.tsx'
import { judgeFile } from '../photo/judge.ts'
import { CameraView } from './camera-view.tsx'
import { CapturedReceipt } from './captured-receipt.tsx'

export const meta = () => pageMeta({ title: 'Scan' })

/** Takes photos of a receipt and files it, in the category that's pressed. */
export default function CapturePage() {
  const isResetting = useReset()
  const pending = usePendingUpload()
  const [isAddingPage, setIsAddingPage] = useState(false)
  const [hasFiled, setHasFiled] = useState(false)
  const isCapture = pending?.origin === 'capture' && !isResetting
  const hasPhoto = isCapture && pending.files.some(isUsable)

  if (hasPhoto && !isAddingPage) {
    return (
      <CapturedReceipt
        pending={pending}
        onAddPage={() => setIsAddingPage(true)}
        onFiled={() => setHasFiled(true)}
      />
    )
  }
  const handlePhoto: ComponentProps<typeof CameraView>['onPhoto'] = (photo, notes) => {
    if (!isAddingPage) discardPhotos()
    const [id] = addFiles('capture', [photo], notes)
    if (!('warning' in notes)) void judgeFile(photo).then((warning) => updateFile(id!, { warning }))
    setIsAddingPage(false)
  }
  return (
    <CameraView
      title={isAddingPage ? 'Add a page' : hasFiled ? 'Scan another' : 'Scan a receipt'}
      onPhoto={handlePhoto}
      onCancel={isAddingPage ? () => setIsAddingPage(false) : undefined}
    >
      {isCapture && !hasPhoto && <ErrorNotice>{pending.files[0]?.problem}</ErrorNotice>}
      {!isCapture && <UnsavedUploadNotice pending={pending} />}
      {!pending?.files.length && <OutgoingNotice />}
    </CameraView>
  )
}

function discardPhotos(): void {
  if (pendingUpload()?.origin === 'capture') cancelAllFiles()
}

/** `?reload=true` discards the photos once; reloading the page afterwards doesn't. */
function useReset(): boolean {
  const [search, setSearch] = useSearchParams()
  const isRequested = search.get('reload') === 'true'
  useEffect(() => {
    if (!isRequested) return
    discardPhotos()
    setSearch({}, { replace: true })
  }, [isRequested, setSearch])
  return isRequested
}
