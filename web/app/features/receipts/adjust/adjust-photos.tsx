import type { Adjustment } from '@docketbox/contract/receipts/drafts/adjustment'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#platform/api/client.ts'
import { reload } from '#platform/api/reload.ts'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { browserImageTypes } from '../pending/file/preview.tsx'
import { adjustmentKey, draftPreview, draftReading } from '../pending/queries.ts'
import { pendingUpload } from '../pending/store.ts'
import { changeFile } from '../pending/transfers.ts'
import type { PendingFile } from '../pending/upload.ts'
import { draftParams } from '../queries.ts'
import { FileSelect } from '../receipt/file-select.tsx'
import { AdjustDialog } from './dialog.tsx'

/** Adjusts one of the pages of a receipt that isn't filed yet. */
export function AdjustPhotos({ files, onClose }: { files: readonly PendingFile[]; onClose: () => void }) {
  const [index, setIndex] = useState(0)
  const file = files[Math.min(index, files.length - 1)]
  if (!file) return null
  return (
    <AdjustPhoto
      key={file.id}
      file={file}
      onClose={onClose}
      pages={(hasChanges) =>
        files.length > 1 && (
          <FileSelect
            label="Page"
            names={files.map((_, page) => `${page + 1} of ${files.length}`)}
            index={files.indexOf(file)}
            hasChanges={hasChanges}
            onSelect={setIndex}
          />
        )
      }
    />
  )
}

type AdjustPhotoProps = { file: PendingFile; onClose: () => void; pages: (hasChanges: boolean) => ReactNode }

function AdjustPhoto({ file, onClose, pages }: AdjustPhotoProps) {
  const { draft, file: bytes } = file
  const isHere = bytes !== undefined && browserImageTypes.includes(bytes.type)
  const { data, error } = useQuery({
    ...draftPreview(draft ?? missing, { original: true }),
    enabled: !isHere && !!draft,
  })
  const { adjust, undo, busy } = useAdjustment(file)
  const isUploading = !draft && file.state !== 'failed'
  return (
    <AdjustDialog
      picture={isHere ? bytes : data}
      busy={isUploading ? 'Uploading…' : busy}
      problem={file.problem ?? error?.message}
      // Skipped once this dialog is closed: another may be open by then.
      onAdjust={(adjustment) => adjust(adjustment, { onSuccess: onClose })}
      onUseOriginal={draft?.adjustedAt ? () => undo(undefined, { onSuccess: onClose }) : undefined}
      onClose={onClose}
      pages={pages}
    />
  )
}

/** Stands for a draft that isn't uploaded yet, in a query that isn't enabled. */
const missing = { uri: '', adjustedAt: undefined }

function useAdjustment({ id, draft }: PendingFile) {
  const client = useQueryClient()
  const params = draftParams(draft ?? missing)
  const show = async (changed: Draft) => {
    // On Scan even if it was adjusted in To file.
    const pending = pendingUpload()?.files.find((file) => file.draft?.uri === changed.uri)
    // The server's copy is what counts from now on.
    for (const fileId of new Set([id, pending?.id ?? id]))
      changeFile(fileId, { draft: changed, file: undefined, warning: undefined })
    const { queryKey } = draftReading(changed)
    // A response from before the change may still be on its way.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, changed)
    void reload(client, [receiptEndpoints.drafts])
  }
  const undo = useMutation({
    mutationKey: adjustmentKey(id),
    mutationFn: () => call(receiptEndpoints.undoAdjustment, { params }),
    onSuccess: show,
    // The toast can be clicked after the receipt was filed.
    onError: toastError,
  })
  const adjust = useMutation({
    mutationKey: adjustmentKey(id),
    // By the time it succeeds, the draft on screen may be the adjusted one.
    onMutate: () => ({ wasAdjusted: draft?.adjustedAt !== undefined }),
    mutationFn: (adjustment: Adjustment) => call(receiptEndpoints.adjustDraft, { params, body: adjustment }),
    onError: toastError,
    onSuccess: async (adjusted, _, { wasAdjusted }) => {
      await show(adjusted)
      toast.success('Straightened. We’ve kept the original.', {
        // Replaces an earlier adjustment's Undo, which would take this one back too.
        key: adjusted.uri,
        // It restores the original, so it's only offered if that's what was shown before.
        ...(!wasAdjusted && { action: { label: 'Undo', onPress: () => undo.mutate() } }),
      })
    },
  })
  return {
    adjust: adjust.mutate,
    undo: undo.mutate,
    busy: adjust.isPending ? 'Straightening…' : undo.isPending && 'Restoring…',
  } as const
}
