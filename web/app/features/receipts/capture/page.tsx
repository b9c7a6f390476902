import { paths } from '@docketbox/contract/core/paths'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Page } from '#ui/layout/page.tsx'
import { pendingUpload, usePendingUpload } from '../pending/store.ts'
import { addFiles, cancelAllFiles } from '../pending/transfers.ts'
import { UnsavedUploadNotice } from '../pending/unsaved-notice.tsx'
import { CameraView } from './camera-view.tsx'
import { CapturedPhoto } from './captured-photo.tsx'

export const meta = () => pageMeta({ title: 'Scan' })

/** Takes a photo and uploads it while the description is typed. */
export default function CapturePage() {
  const isResetting = useReset()
  const pending = usePendingUpload()
  const isCapture = pending?.origin === 'capture'
  const [latest] = isCapture && !isResetting ? pending.files : []
  const photo = latest?.state === 'refused' ? undefined : latest

  return (
    <Page width="form" title="Scan a receipt" back={{ to: paths.dashboard, label: 'Dashboard' }}>
      <ErrorNotice>{!photo && latest?.problem}</ErrorNotice>
      {!isCapture && <UnsavedUploadNotice pending={pending} />}
      {photo ? <CapturedPhoto key={photo.id} photo={photo} /> : <CameraView onPhoto={replacePhoto} />}
    </Page>
  )
}

/** A capture has one photo: a new one replaces the last, and the description stays. */
function replacePhoto(photo: File, problem?: string): void {
  discardPhoto()
  addFiles('capture', [photo], problem)
}

function discardPhoto(): void {
  if (pendingUpload()?.origin === 'capture') cancelAllFiles()
}

/** `?reload=true` discards the photo once; reloading the page afterwards doesn't. */
function useReset(): boolean {
  const [search, setSearch] = useSearchParams()
  const isRequested = search.get('reload') === 'true'
  useEffect(() => {
    if (!isRequested) return
    discardPhoto()
    setSearch({}, { replace: true })
  }, [isRequested, setSearch])
  return isRequested
}
