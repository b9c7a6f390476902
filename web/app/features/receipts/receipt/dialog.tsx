import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Download, FolderInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { exactTime } from '#platform/format/dates.ts'
import { Button } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Select } from '#ui/fields/select.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useRestoreReceipt } from '../mutations.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { FactsForm } from './facts-form.tsx'
import { FileEditor } from './file-editor.tsx'
import { FileFacts } from './file-details.tsx'
import { FileView } from './file-view.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { receiptDetails } from '../queries.ts'
import { useSaveReceiptFile } from './download-file.ts'
import { VersionList } from './versions.tsx'

type ReceiptDialogProps = { id: string; onClose: () => void }

/** One receipt: what it looks like, what is known of it, and everything one can do with it. */
export function ReceiptDialog({ id, onClose }: ReceiptDialogProps) {
  const { data, isError, error, refetch, isRefetching } = useQuery(receiptDetails(id))
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={data?.file[0]?.title ?? 'Receipt'}
      {...(data && { description: `Saved ${exactTime(data.createdAt)} · income year ${data.incomeYear}` })}
    >
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          {error instanceof ApiError ? error.message : receiptTexts.categoryNotLoaded}
        </ErrorState>
      )}
      {!data && !isError && (
        <Loading label="Loading the receipt" className="grid gap-4">
          <Skeleton className="h-64" />
          <Skeleton className="h-24" />
        </Loading>
      )}
      {data && <Contents receipt={data} onClose={onClose} />}
    </Dialog>
  )
}

function Contents({ receipt, onClose }: { receipt: ReceiptDetails; onClose: () => void }) {
  const [at, setAt] = useState(0)
  const file = receipt.file[Math.min(at, receipt.file.length - 1)]!
  return (
    <div className="grid gap-5">
      {receipt.deletedAt && <InTrash id={receipt._id} />}
      <FileView receiptId={receipt._id} file={file} />
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-soft">
        <FileFacts file={file} />
        {receipt.file.length > 1 && (
          <label className="flex items-center gap-2">
            File
            <Select
              value={at}
              onChange={(event) => setAt(Number(event.target.value))}
              className="min-w-0 text-ink"
            >
              {receipt.file.map(({ _id, title }, index) => (
                <option key={_id} value={index}>
                  {index + 1} of {receipt.file.length}: {title}
                </option>
              ))}
            </Select>
          </label>
        )}
      </div>
      <Actions receipt={receipt} file={file} onClose={onClose} />
      <Tabs
        label="About this receipt"
        tabs={[
          { value: 'facts', label: 'Details', content: <FactsForm receipt={receipt} /> },
          {
            value: 'file',
            label: 'File',
            content: <FileEditor key={file._id} receiptId={receipt._id} file={file} />,
          },
          { value: 'versions', label: 'Versions', content: <VersionList receipt={receipt} /> },
        ]}
      />
    </div>
  )
}

/** Deleted meanwhile, in another tab or on another device. */
function InTrash({ id }: { id: string }) {
  const restore = useRestoreReceipt()
  return (
    <Notice tone="warning">
      <p>{receiptRefusals.inTrash.message}</p>
      <Button
        size="small"
        className="mt-2"
        busy={restore.isPending && 'Restoring…'}
        onClick={() => restore.mutate(id, { onError: ({ message }) => toast.error(message) })}
      >
        Restore
      </Button>
    </Notice>
  )
}

type ActionsProps = { receipt: ReceiptDetails; file: ReceiptDetails['file'][number]; onClose: () => void }

function Actions({ receipt, file, onClose }: ActionsProps) {
  const { save, savingId } = useSaveReceiptFile()
  const [asked, setAsked] = useState<'move' | 'delete'>()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        icon={<Download className="size-4" />}
        busy={savingId !== undefined && 'Downloading…'}
        onClick={() => void save(receipt, file)}
      >
        Download
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<FolderInput className="size-4" />}
        onClick={() => setAsked('move')}
      >
        Move
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<Trash2 className="size-4" />}
        onClick={() => setAsked('delete')}
      >
        Delete
      </Button>
      {asked === 'move' && (
        <MoveDialog receipt={receipt} onClose={() => setAsked(undefined)} onMoved={onClose} />
      )}
      {asked === 'delete' && (
        <DeleteDialog receipt={receipt} onClose={() => setAsked(undefined)} onDeleted={onClose} />
      )}
    </div>
  )
}
