import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { receiptTitle } from '@docketbox/contract/receipts/naming'
import type { Receipt, ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FolderInput, ScanSearch, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AssetYear, LodgedNotice, RetentionLine } from '#features/years'
import { longTime } from '#platform/format/dates.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { AdjustFile } from '../adjust/adjust-file.tsx'
import { comparedReceipt } from '../duplicates/compared.ts'
import { DuplicateNotice } from '../duplicates/notice.tsx'
import { LabelSection } from '../evidence/label-section.tsx'
import { EvidenceStatus } from '../evidence/status.tsx'
import { restoreReceipt } from '../mutations.ts'
import { explainNotFound, receiptDetails } from '../queries.ts'
import { useReviewLink } from '../review/use-review-link.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { useDownloadFile } from '../file/use-download.ts'
import { ReceiptFacts } from './facts.tsx'
import { FactsForm } from './facts-form.tsx'
import { FileDetails } from '../file/details.tsx'
import { FileEditor } from '../file/editor.tsx'
import { FileView } from '../file/view.tsx'
import { FileSelect } from './file-select.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { ReceiptSubtitle } from './receipt-lines.tsx'
import { ReadAgain, ReadingState } from './reading-state.tsx'
import { VersionList } from '../file/versions.tsx'

type ReceiptDialogProps = {
  id: string
  /** Opens with the title in edit mode. */
  isEditing: boolean
  onClose: () => void
  /** Asks first if there are unsaved changes. */
  onRequestClose: () => void
  onDirtyChange: (isDirty: boolean) => void
}

/** One receipt: preview, facts, files and versions. */
export function ReceiptDialog({ id, onRequestClose, ...rest }: ReceiptDialogProps) {
  const query = useQuery(receiptDetails(id))
  const { data } = query
  return (
    <Dialog
      wide
      onClose={onRequestClose}
      title={data ? receiptTitle(data) : 'Receipt'}
      {...(data && {
        description: <ReceiptSummary receipt={data} />,
      })}
    >
      <QueryView
        query={query}
        loading={
          <Loading label="Loading the receipt" className="grid gap-4">
            <Skeleton className="h-64" />
            <Skeleton className="h-24" />
          </Loading>
        }
        error={explainNotFound}
      >
        {(receipt) => <ReceiptContents receipt={receipt} onRequestClose={onRequestClose} {...rest} />}
      </QueryView>
    </Dialog>
  )
}

/** What comes below the supplier and amount of a receipt. */
export function ReceiptSummary({ receipt }: { receipt: Receipt }) {
  return (
    <>
      <ReceiptSubtitle receipt={receipt} />
      Saved on {longTime(receipt.createdAt)}. Income year {formatIncomeYear(receipt.incomeYear)}.
      <RetentionLine receipt={receipt} />
    </>
  )
}

type ContentsProps = Omit<ReceiptDialogProps, 'id'> & { receipt: ReceiptDetails }

/** A receipt's details, in a dialog or in the panel beside a list. */
export function ReceiptContents({
  receipt,
  isEditing,
  onClose,
  onRequestClose,
  onDirtyChange,
}: ContentsProps) {
  const [areFactsDirty, setFactsDirty] = useState(false)
  const [isTitleDirty, setTitleDirty] = useState(false)
  const isDirty = areFactsDirty || isTitleDirty
  // Before the screen is painted: someone who sees that it's saved may close it at once.
  useLayoutEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])
  useReportUnsaved(isDirty)
  const [index, setIndex] = useState(0)
  const tabState = useState(isEditing ? 'file' : 'facts')
  const container = useRef<HTMLDivElement>(null)
  const handleFix = (field: string) => {
    flushSync(() => tabState[1]('facts'))
    container.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const file = receipt.file[Math.min(index, receipt.file.length - 1)]!
  return (
    <div ref={container} className="grid grid-cols-1 gap-5">
      <EvidenceStatus receipt={receipt} onFix={handleFix} />
      {receipt.deletedAt && <DeletedNotice id={receipt._id} />}
      <LodgedNotice receipt={receipt} />
      {receipt.duplicateOf && (
        <DuplicateNotice item={comparedReceipt(receipt)} duplicateOf={receipt.duplicateOf} onGone={onClose} />
      )}
      <FileView receiptId={receipt._id} file={file} canDownload />
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-soft">
        <span className="flex items-center gap-2">
          <FileDetails file={file} />
          {!receipt.deletedAt && <AdjustFile key={file._id} receiptId={receipt._id} file={file} />}
        </span>
        {receipt.file.length > 1 && (
          <FileSelect
            label="File"
            names={receipt.file.map(({ title }, at, all) => `${at + 1} of ${all.length}: ${title}`)}
            index={receipt.file.indexOf(file)}
            hasChanges={isTitleDirty}
            onSelect={setIndex}
          />
        )}
      </div>
      <Actions receipt={receipt} file={file} onClose={onClose} onMoved={onRequestClose} />
      <div className="print:hidden">
        <Tabs
          label="About this receipt"
          state={tabState}
          tabs={[
            {
              value: 'facts',
              label: 'Details',
              content: (
                <div className="grid gap-4">
                  <ReadingState receipt={receipt} />
                  <FactsForm receipt={receipt} onDirtyChange={setFactsDirty} />
                  <AssetYear receipt={receipt} />
                  <ReadAgain receipt={receipt} />
                  <LabelSection receipt={receipt} />
                </div>
              ),
            },
            {
              value: 'file',
              label: 'File',
              content: (
                <FileEditor
                  key={file._id}
                  receiptId={receipt._id}
                  file={file}
                  isEditing={isEditing}
                  onDirtyChange={setTitleDirty}
                />
              ),
            },
            { value: 'versions', label: 'Versions', content: <VersionList receipt={receipt} /> },
          ]}
        />
      </div>
      <div className="hidden print:block">
        <ReceiptFacts receipt={receipt} withLabel />
      </div>
    </div>
  )
}

/** The receipt was deleted in another tab or on another device. */
function DeletedNotice({ id }: { id: string }) {
  const restore = useMutation({ ...restoreReceipt, onError: toastError })
  return (
    <Notice tone="warning">
      <p>{receiptRefusals.inTrash.message}</p>
      <Button
        className="mt-2"
        busy={restore.isPending && 'Restoring…'}
        onClick={() => restore.mutate({ params: { uploadId: id } })}
      >
        Restore
      </Button>
    </Notice>
  )
}

type ActionsProps = {
  receipt: ReceiptDetails
  file: ReceiptDetails['file'][number]
  onClose: () => void
  onMoved: () => void
}

function Actions({ receipt, file, onClose, onMoved }: ActionsProps) {
  const { downloadFile, isDownloading } = useDownloadFile()
  const [openDialog, setOpenDialog] = useState<'move' | 'delete'>()
  const reviewLink = useReviewLink(receipt._id)
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap print:hidden">
      <Button
        icon={Download}
        iconClassName="size-4"
        busy={isDownloading && 'Downloading…'}
        onClick={() => void downloadFile(receipt, file)}
      >
        Download
      </Button>
      <ButtonLink variant="secondary" icon={ScanSearch} iconClassName="size-4" {...reviewLink}>
        Review
      </ButtonLink>
      <Button
        variant="secondary"
        icon={FolderInput}
        iconClassName="size-4"
        onClick={() => setOpenDialog('move')}
      >
        Move
      </Button>
      <Button
        variant="secondary"
        icon={Trash2}
        iconClassName="size-4"
        onClick={() => setOpenDialog('delete')}
      >
        Delete
      </Button>
      {openDialog === 'move' && (
        <MoveDialog receipt={receipt} onClose={() => setOpenDialog(undefined)} onMoved={onMoved} />
      )}
      {openDialog === 'delete' && (
        <DeleteDialog receipt={receipt} onClose={() => setOpenDialog(undefined)} onDeleted={onClose} />
      )}
    </div>
  )
}
