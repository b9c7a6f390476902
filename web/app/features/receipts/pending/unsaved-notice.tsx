import { paths } from '@docketbox/contract/core/paths'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import type { PendingUpload } from './store.ts'

/** Points out an unsaved upload before a new one discards it. */
export function UnsavedUploadNotice({ pending }: { pending: PendingUpload | undefined }) {
  if (!pending || (pending.files.length === 0 && !pending.description.trim())) return null
  const isPhoto = pending.origin === 'capture'
  return (
    <Notice>
      You have an unsaved {isPhoto ? 'photo' : 'upload'}. Starting a new one will discard it.{' '}
      <TextLink to={isPhoto ? paths.capture : paths.upload}>Finish it</TextLink>
    </Notice>
  )
}
