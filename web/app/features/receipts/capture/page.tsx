import { type ComponentProps, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { isUsable } from '../pending/limits.ts'
import { OutgoingNotice } from '../outgoing/notice.tsx'
import { setAsideUpload } from '../outgoing/set-aside.ts'
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
  const [purpose, setPurpose] = useState<'page' | 'retake'>()
  const [hasFiled, setHasFiled] = useState(false)
  const isCapture = pending?.origin === 'capture' && !isResetting
  const hasPhoto = isCapture && pending.files.some(isUsable)

  if (hasPhoto && !purpose) {
    return (
      <CapturedReceipt
        pending={pending}
        onAddPage={() => setPurpose('page')}
        onRetake={() => setPurpose('retake')}
        onFiled={() => setHasFiled(true)}
      />
    )
  }
  const handlePhoto: ComponentProps<typeof CameraView>['onPhoto'] = (photo, notes) => {
    const current = pendingUpload()
    // The filing of the last one was undone while this one was taken.
    if (!purpose && current?.origin === 'capture' && current.files.some(isUsable)) setAsideUpload()
    else if (purpose !== 'page') discardPhotos()
    const [id] = addFiles('capture', [photo], notes)
    if (!('warning' in notes)) void judgeFile(photo).then((warning) => updateFile(id!, { warning }))
    setPurpose(undefined)
  }
  return (
    <CameraView
      title={purpose ? titles[purpose] : hasFiled ? 'Scan another' : 'Scan a receipt'}
      onPhoto={handlePhoto}
      back={purpose && { label: backLabels[purpose], onPress: () => setPurpose(undefined) }}
      onClose={purpose === 'retake' ? discardPhotos : undefined}
    >
      {isCapture && !hasPhoto && <ErrorNotice>{pending.files[0]?.problem}</ErrorNotice>}
      {!isCapture && <UnsavedUploadNotice pending={pending} />}
      {!pending?.files.length && <OutgoingNotice />}
    </CameraView>
  )
}

const titles = { page: 'Add a page', retake: 'Retake' }
/** What leads back to the receipt with the photos it has. */
const backLabels = { page: 'Cancel', retake: 'Keep' }

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
