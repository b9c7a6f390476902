import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { storedUserId, userLoggedIn } from '#platform/session/stored-user.ts'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { isUsable } from '../pending/limits.ts'
import { OutgoingNotice } from '../outgoing/notice.tsx'
import { setAsideUpload } from '../outgoing/set-aside.ts'
import { changePending, pendingUpload, updateFile, usePendingUpload } from '../pending/store.ts'
import { addFiles, cancelAllFiles, cancelFile } from '../pending/transfers.ts'
import { UnsavedUploadNotice } from '../pending/progress/unsaved-notice.tsx'
import { judgeFile } from '../photo/judge.ts'
import { CameraView, type PhotoNotes } from './camera/view.tsx'
import { CapturedReceipt } from './captured-receipt.tsx'

export const meta = () => pageMeta({ title: 'Scan' })

/** Whether the next photo is a further page or replaces one: `retaken`, if there are several. */
type NextPhoto = { purpose?: 'page' | 'retake'; retaken?: string | undefined }

/** Takes photos of a receipt and files it, in the category that's pressed. */
export default function CapturePage() {
  const isResetting = useReset()
  const pending = usePendingUpload()
  const [{ purpose, retaken }, setNext] = useState<NextPhoto>({})
  const [hasFiled, setHasFiled] = useState(false)
  const isCapture = pending?.origin === 'capture' && !isResetting
  const hasPhoto = isCapture && pending.files.some(isUsable)

  if (hasPhoto && !purpose) {
    return (
      <CapturedReceipt
        pending={pending}
        onAddPage={() => setNext({ purpose: 'page' })}
        onRetake={(page) => setNext({ purpose: 'retake', retaken: page })}
        onFiled={() => setHasFiled(true)}
      />
    )
  }
  const isPage = purpose === 'page' || retaken !== undefined
  const owner = storedUserId()
  const addPhoto = (photo: File, notes: PhotoNotes, { isLate = false } = {}) => {
    // The old photo is better than one that can't be uploaded.
    if (purpose === 'retake' && notes.problem) return toast.error(notes.problem, { durationMs: 5000 })
    const current = pendingUpload()
    const hasOther = current?.origin === 'capture' && current.files.some(isUsable)
    // It's of another receipt if the filing of the last one was undone while this one was taken.
    if (hasOther && !isPage && (!purpose || isLate)) setAsideUpload()
    else if (!isPage) discardPhotos()
    const [id] = addFiles('capture', [photo], notes)
    if (retaken !== undefined) replacePage(retaken)
    if (!('warning' in notes)) void judgeFile(photo).then((warning) => updateFile(id!, { warning }))
    setNext({})
  }
  const handlePhoto = (photo: File, notes: PhotoNotes) => {
    if (storedUserId() === owner) return addPhoto(photo, notes)
    // The session has ended while it was taken.
    void userLoggedIn(owner).then(() => addPhoto(photo, notes, { isLate: true }))
  }
  return (
    <CameraView
      title={purpose ? titles[purpose] : hasFiled ? 'Scan another' : 'Scan a receipt'}
      onPhoto={handlePhoto}
      back={purpose && { label: backLabels[purpose], onPress: () => setNext({}) }}
      onClose={purpose === 'retake' && !isPage ? discardPhotos : undefined}
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

/** Replaces a page with the last one. */
function replacePage(id: string): void {
  const files = pendingUpload()?.files ?? []
  const index = files.findIndex((file) => file.id === id)
  if (index < 0) return
  changePending({ files: files.toSpliced(index, 0, files.at(-1)!).slice(0, -1) })
  cancelFile(id)
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
