import type { Draft } from '@docketbox/contract/receipts/schemas'
import { typedSinceRow } from '../pending/row-sync.ts'
import { usePendingUpload } from '../pending/store.ts'
import type { PendingFile } from '../pending/upload.ts'
import { comparedDraft } from './compared.ts'
import { DuplicateNotice } from './notice.tsx'
import { useDiscardUpload } from './use-discard-upload.ts'

type DuplicateUploadProps = {
  /** The one that was probably added before. */
  draft: Draft
  files: readonly PendingFile[]
}

/** Points out one of the files that are being described, if it was probably added before. */
export function DuplicateUpload({ draft, files }: DuplicateUploadProps) {
  const discard = useDiscardUpload(files)
  const pending = usePendingUpload()
  if (!draft.duplicateOf) return null
  // As it was uploaded: Scan and Upload don't show what was typed about it elsewhere since.
  const uploaded = files.find((file) => file.draft?.uri === draft.uri)?.draft
  const unsaved = pending && uploaded && typedSinceRow(pending, uploaded)
  return (
    <DuplicateNotice
      item={comparedDraft(draft, unsaved)}
      duplicateOf={draft.duplicateOf}
      onDiscard={() => discard(draft)}
    />
  )
}
