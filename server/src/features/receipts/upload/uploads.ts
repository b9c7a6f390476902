import { previewRequests } from '#features/files'
import type { Deps } from '#platform/config/deps.ts'
import { delayedRequest } from '#platform/jobs/delayed-request.ts'
import { comparePhotos } from '../duplicates/compare.ts'
import { readingRequests } from '../reading/run.ts'
import { createDailyLimit, type DailyLimit } from './daily-limit.ts'

/** State and wake-up calls that uploads share within a process. */
export type Uploads = {
  dailyLimit: DailyLimit
  requestPreviews: () => void
  requestReading: () => void
  requestComparison: () => void
}

export function createUploads(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'reader' | 'renderer'>,
): Uploads {
  return {
    dailyLimit: createDailyLimit(deps),
    requestPreviews: previewRequests(deps),
    requestReading: readingRequests(deps),
    requestComparison: delayedRequest(deps, comparePhotos),
  }
}
