import { incomeYearLabel, type Pack } from '@docketbox/contract'
import type { StoredPack } from './store.ts'

/** How much of the work is done when the data was taken, and when every file was checked, in percent. */
const TAKEN_PERCENT = 5
const CHECKED_PERCENT = 90

export function presentPack(pack: StoredPack): Pack {
  return {
    _id: pack.id,
    incomeYear: incomeYearLabel(pack.incomeYear),
    state: pack.state,
    progress: progressOf(pack),
    formats: pack.formats,
    requestedAt: pack.requestedAt.toISOString(),
    takenAt: pack.takenAt?.toISOString() ?? null,
    receipts: pack.receipts,
    files: pack.files,
    checkedFiles: pack.checkedFiles,
    leftOut: pack.leftOut,
    sizeBytes: pack.sizeBytes,
    manifestSha256: pack.manifestSha256?.toString('hex') ?? null,
  }
}

function progressOf({ state, takenAt, files, checkedFiles }: StoredPack): number {
  if (state === 'ready') return 100
  if (takenAt === null) return 0
  const share = files === 0 ? 1 : checkedFiles / files
  return Math.floor(TAKEN_PERCENT + (CHECKED_PERCENT - TAKEN_PERCENT) * share)
}
