import { lazy, Suspense, useEffect, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { listKept } from '#platform/storage/kept-files.ts'
import { isUnsent } from '../../pending/limits.ts'
import { useIsSavingInterrupted, useUnfinishedSaving } from '../../pending/saving.ts'
import { pendingUpload, usePendingUpload } from '../../pending/store.ts'
import { isInterrupted } from '../../pending/upload.ts'
import { hasStoredOutgoing } from '../stored.ts'

const Resumed = lazy(async () => ({
  default: (await retryWhenOnline(() => import('./resumed.ts'))).Resumed,
}))

/** Finishes what a page that was closed or a session that ended left. That's rare, so it's loaded only then. */
export function ResumeUploads() {
  const [isLeft, setIsLeft] = useState(() => hasStoredOutgoing() || pendingUpload()?.files.some(isUnsent))
  useEffect(() => {
    void listKept(storedUserId()).then((kept) => kept.length > 0 && setIsLeft(true))
  }, [])
  const isPendingInterrupted = usePendingUpload()?.files.some(isInterrupted) ?? false
  const isPendingUnsaved = useIsSavingInterrupted()
  const isSavingUnfinished = useUnfinishedSaving() !== undefined
  return (
    (isLeft || isPendingInterrupted || isPendingUnsaved || isSavingUnfinished) && (
      <Suspense fallback={null}>
        <Resumed />
      </Suspense>
    )
  )
}
