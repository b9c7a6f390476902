import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Crop } from 'lucide-react'
import { useState } from 'react'
import { mutation } from '#platform/api/query.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { receiptReads } from '../mutations.ts'
import { filePreview } from '../queries.ts'
import { AdjustDialog } from './dialog.tsx'

type AdjustFileProps = { receiptId: string; file: ReceiptFile }

/** A button that adjusts a picture of a receipt, as a new version. */
export function AdjustFile(props: AdjustFileProps) {
  // The version that was opened: the corners don't fit another one.
  const [opened, setOpened] = useState<ReceiptFile>()
  if (props.file.preview !== 'image' || !props.file.type.startsWith('image/')) return null
  return (
    <>
      <Button variant="quiet" size="small" icon={Crop} onClick={() => setOpened(props.file)}>
        Adjust
      </Button>
      {opened && <AdjustFileDialog {...props} file={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function AdjustFileDialog({ receiptId, file, onClose }: AdjustFileProps & { onClose: () => void }) {
  const { data, error } = useQuery(
    filePreview({ id: receiptId, file: file._id, version: file.version }, 'page'),
  )
  const adjust = useMutation({
    ...mutation(receiptEndpoints.adjustFile, { invalidates: receiptReads }),
    onSuccess: () => toast.success('Straightened. The original is under Versions.'),
    onError: toastError,
  })
  return (
    <AdjustDialog
      picture={data}
      busy={adjust.isPending && 'Straightening…'}
      problem={error?.message}
      onClose={onClose}
      onAdjust={(adjustment) =>
        adjust.mutate(
          {
            params: { uploadId: receiptId, fileId: file._id },
            body: { ...adjustment, version: file.version },
          },
          // Skipped once this dialog is closed: another may be open by then.
          { onSuccess: onClose },
        )
      }
    />
  )
}
