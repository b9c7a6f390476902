import { lazy, Suspense, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { usePendingUpload } from '../pending/store.ts'
import { isInterrupted } from '../pending/upload.ts'
import { hasStoredOutgoing } from './stored.ts'

const Resumed = lazy(async () => ({
  default: (await retryWhenOnline(() => import('./resumed.ts'))).Resumed,
}))

/** Finishes what a page that was closed left. That's rare, so it's loaded only then. */
export function ResumeUploads() {
  const [hasStored] = useState(hasStoredOutgoing)
  const isPendingInterrupted = usePendingUpload()?.files.some(isInterrupted) ?? false
  return (
    (hasStored || isPendingInterrupted) && (
      <Suspense fallback={null}>
        <Resumed />
      </Suspense>
    )
  )
}
