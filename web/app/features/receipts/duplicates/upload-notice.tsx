import type { Draft } from '@docketbox/contract/receipts/schemas'
import type { PendingFile } from '../pending/upload.ts'
import { comparedDraft } from './compared.ts'
import { DuplicateNotice } from './notice.tsx'
import { useDiscardUpload } from './use-discard-upload.ts'

type DuplicateUploadProps = {
  /** The one that was probably added before. */
  draft: Draft
  /** The upload's files. */
  files: readonly PendingFile[]
}

/** Points out one of the files that are being described, if it was probably added before. */
export function DuplicateUpload({ draft, files }: DuplicateUploadProps) {
  const discard = useDiscardUpload(files)
  if (!draft.duplicateOf) return null
  return (
    <DuplicateNotice
      item={comparedDraft(draft)}
      duplicateOf={draft.duplicateOf}
      onDiscard={() => discard(draft)}
    />
  )
}
