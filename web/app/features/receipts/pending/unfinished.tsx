import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import type { PendingUpload } from './store.ts'

/** Something was begun the other way and is not saved: it makes way once a new one is begun here. */
export function Unfinished({ other }: { other: PendingUpload | undefined }) {
  if (!other || (other.files.length === 0 && !other.description.trim())) return null
  const isPhoto = other.origin === 'capture'
  return (
    <Notice>
      {isPhoto ? 'A photo of yours' : 'An upload of yours'} is not saved yet. It is dropped when you begin
      another one. <TextLink to={isPhoto ? '/capture' : '/custom-upload'}>Finish it first</TextLink>
    </Notice>
  )
}
