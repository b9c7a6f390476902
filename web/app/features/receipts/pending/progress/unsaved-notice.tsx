import { paths } from '@docketbox/contract/core/paths'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { isBatch } from '../store.ts'
import type { PendingUpload } from '../upload.ts'

/** Points out an unsaved upload before a new one takes its place. */
export function UnsavedUploadNotice({ pending }: { pending: PendingUpload | undefined }) {
  if (!pending || (pending.files.length === 0 && !pending.description.trim())) return null
  const isPhoto = pending.origin === 'capture'
  return (
    <Notice>
      {pending.files.length > 0
        ? `You have an unsaved ${isPhoto ? 'photo' : 'upload'}. If you start a new one, you’ll find this one in To file.`
        : 'You’ve written a description. Starting a new receipt will discard it.'}{' '}
      <TextLink to={isPhoto ? paths.capture : isBatch(pending) ? paths.toFile : paths.upload}>
        Finish it
      </TextLink>
    </Notice>
  )
}
