import { lazy, Suspense, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { hasStoredOutgoing } from './stored.ts'

const Resumed = lazy(async () => ({
  default: (await retryWhenOnline(() => import('./resumed.ts'))).Resumed,
}))

/** Finishes what a page that was closed left in the background. That's rare, so it's loaded only then. */
export function ResumeUploads() {
  const [hasStored] = useState(hasStoredOutgoing)
  return (
    hasStored && (
      <Suspense fallback={null}>
        <Resumed />
      </Suspense>
    )
  )
}
