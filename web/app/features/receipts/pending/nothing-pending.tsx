import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { toast } from '#ui/feedback/toast.ts'
import type { PendingUpload } from './upload.ts'

/** Whether the pending upload has files and a description. */
export function isComplete(pending: PendingUpload | undefined): pending is PendingUpload {
  return pending !== undefined && pending.files.length > 0 && pending.description.trim() !== ''
}

export function isUploaded({ files }: PendingUpload): boolean {
  return files.every(({ state }) => state === 'uploaded')
}

/** Without anything to save: says so and returns to the dashboard. */
export function NothingPending() {
  useEffect(() => toast.error(receiptTexts.nothingPending), [])
  return <Navigate to={paths.dashboard} replace />
}
