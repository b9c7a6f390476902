import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { toast } from '#ui/feedback/toast.ts'
import type { PendingUpload } from './store.ts'

/** Whether there is something to show and save: files and words. */
export function isDescribed(pending: PendingUpload | undefined): pending is PendingUpload {
  return pending !== undefined && pending.files.length > 0 && pending.description.trim() !== ''
}

export function hasArrived({ files }: PendingUpload): boolean {
  return files.every(({ state }) => state === 'arrived')
}

/** There is nothing to save: says so and goes to the dashboard. */
export function NothingPending() {
  useEffect(() => toast.error(receiptTexts.nothingPending), [])
  return <Navigate to="/dashboard" replace />
}
