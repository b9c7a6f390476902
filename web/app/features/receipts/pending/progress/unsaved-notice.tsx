import { paths } from '@docketbox/contract/core/paths'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { isUsable } from '../limits.ts'
import { isBatch } from '../store.ts'
import { isTyped } from '../typed-edit.ts'
import type { PendingUpload } from '../upload.ts'

/** Points out an unsaved upload before a new one takes its place. */
export function UnsavedUploadNotice({ pending }: { pending: PendingUpload | undefined }) {
  const text = pending && textFor(pending)
  if (!text) return null
  const isPhoto = pending.origin === 'capture'
  return (
    <Notice>
      {text}{' '}
      <TextLink to={isPhoto ? paths.capture : isBatch(pending) ? paths.toFile : paths.upload}>
        Finish it
      </TextLink>
    </Notice>
  )
}

/** What becomes of the unsaved upload; undefined if nothing would be lost. */
function textFor(pending: PendingUpload): string | undefined {
  const { files, description, origin, saving } = pending
  if (saving) return undefined
  const name = origin === 'capture' ? 'photo' : 'upload'
  const pages = files.filter(isUsable).length
  if (pages > 1 && !isBatch(pending))
    return `You have an unsaved receipt with ${pages} pages. If you start a new one, its pages move to To file, where you can still file them together.`
  if (pages > 0)
    return `You have an unsaved ${name}. If you start a new one, you’ll find this one in To file.`
  if (files.length === 0)
    return description.trim() && 'You’ve written a description. Starting a new receipt will discard it.'
  if (!isTyped(pending)) return undefined
  return `Your unsaved ${name} wasn’t uploaded. If you start a new one, you’ll find what you wrote on the dashboard.`
}
