import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { BackLink } from '#ui/layout/back-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { CameraShot } from './captured-photo.tsx'
import { CameraView } from './camera-view.tsx'
import { pendingUpload, usePendingUpload } from '../pending/store.ts'
import { addFiles, removeAllFiles } from '../pending/transfers.ts'
import { Unfinished } from '../pending/unfinished.tsx'

export const meta = () => pageMeta({ title: 'Scan' })

/** A photo becomes a receipt. It is on its way while the description is typed. */
export default function CapturePage() {
  const isResetting = useReset()
  const pending = usePendingUpload()
  const isOurs = pending?.origin === 'capture'
  const [last] = isOurs && !isResetting ? pending.files : []
  const shot = last?.state === 'refused' ? undefined : last

  return (
    <div className="mx-auto max-w-2xl">
      <BackLink to="/dashboard">Dashboard</BackLink>
      <PageHeading>Scan a receipt</PageHeading>
      <div className="mt-4 grid gap-4">
        {last?.problem && !shot && (
          <Notice tone="danger" role="alert">
            {last.problem}
          </Notice>
        )}
        {!isOurs && <Unfinished other={pending} />}
        {shot ? <CameraShot key={shot.id} shot={shot} /> : <CameraView onPhoto={takeIn} />}
      </div>
    </div>
  )
}

/** One photo at a time: the one before makes way, what was typed stays. */
function takeIn(photo: File, problem?: string): void {
  dropPhoto()
  addFiles('capture', [photo], problem)
}

function dropPhoto(): void {
  if (pendingUpload()?.origin === 'capture') removeAllFiles()
}

/** `?reload=true` begins again, once: a reload of the page afterwards does not. */
function useReset(): boolean {
  const [search, setSearch] = useSearchParams()
  const isWanted = search.get('reload') === 'true'
  useEffect(() => {
    if (!isWanted) return
    dropPhoto()
    setSearch({}, { replace: true })
  }, [isWanted, setSearch])
  return isWanted
}
