import { forgetKept } from '#platform/storage/kept-files.ts'
import { isUnsent } from '../pending/limits.ts'
import { isBatch, pendingUpload, usePendingUpload } from '../pending/store.ts'
import { isBeingFiled, outgoing, useOutgoing } from './list.ts'
import type { PendingUpload } from '../pending/upload.ts'
import type { Outgoing } from './stored.ts'

/** How many receipts aren't uploaded yet, and how many are uploaded but not saved in their category. */
type Unsaved = { uploading: number; saving: number }

/** What the current user would lose by leaving. */
export function hasUnsaved(): boolean {
  const { uploading, saving } = count(outgoing(), pendingUpload())
  return uploading + saving > 0
}

/** Removes from this device what this tab hasn't sent. What other tabs still upload waits for its user. */
export function forgetUnsent(): void {
  const uploads = [...outgoing().map(({ upload }) => upload), pendingUpload()]
  for (const { id } of uploads.flatMap((upload) => upload?.files.filter(isUnsent) ?? [])) void forgetKept(id)
}

/** What the current user would lose by leaving; renders again when it changes. */
export function useUnsaved(): Unsaved {
  return count(useOutgoing(), usePendingUpload())
}

export const uploadingTexts = {
  title: (receipts: number): string =>
    receipts === 1 ? 'A receipt is still uploading.' : `${receipts} receipts are still uploading.`,
  warning: 'Photos and files that haven’t been uploaded will be lost.',
}

function count(all: readonly Outgoing[], pending: PendingUpload | undefined): Unsaved {
  const uploads = [...all.map(({ upload }) => upload), ...(pending ? [pending] : [])]
  return {
    uploading: uploads.reduce((sum, upload) => sum + receiptsUploading(upload), 0),
    saving: all.filter((one) => isBeingFiled(one) && !one.upload.files.some(isUnsent)).length,
  }
}

function receiptsUploading(upload: PendingUpload): number {
  const files = upload.files.filter(isUnsent).length
  return isBatch(upload) ? files : Math.min(1, files)
}
