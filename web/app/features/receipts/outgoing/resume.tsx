import { lazy, Suspense, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { isUnsent } from '../pending/limits.ts'
import { useInterruptedSaving } from '../pending/saving.ts'
import { pendingUpload, usePendingUpload } from '../pending/store.ts'
import { isInterrupted } from '../pending/upload.ts'
import { hasStoredOutgoing } from './stored.ts'

const Resumed = lazy(async () => ({
  default: (await retryWhenOnline(() => import('./resumed.ts'))).Resumed,
}))

/** Finishes what a page that was closed or a session that ended left. That's rare, so it's loaded only then. */
export function ResumeUploads() {
  const [isLeft] = useState(() => hasStoredOutgoing() || pendingUpload()?.files.some(isUnsent))
  const isPendingInterrupted = usePendingUpload()?.files.some(isInterrupted) ?? false
  const isSavingInterrupted = useInterruptedSaving() !== undefined
  return (
    (isLeft || isPendingInterrupted || isSavingInterrupted) && (
      <Suspense fallback={null}>
        <Resumed />
      </Suspense>
    )
  )
}
