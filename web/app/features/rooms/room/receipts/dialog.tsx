import { receiptTitle } from '@docketbox/contract/receipts/naming'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FilePicture, PageSwitch, ReceiptFacts, useDownloadFile } from '#features/receipts'
import { query } from '#platform/api/query.ts'
import { Button } from '#ui/controls/button.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { UnsavedContext } from '#ui/forms/unsaved-context.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard, useUnsavedForms } from '#ui/overlay/discard-changes.tsx'
import { Notes } from '../../notes/notes.tsx'
import { LabelProposal } from './label-proposal.tsx'
import { ReviewedButton } from '../reviewed-button.tsx'

type SharedReceiptDialogProps = {
  id: string
  withOriginals: boolean
  onClose: (closing: { isDiscarding: boolean }) => void
}

/** A shared receipt: its pictures, what's known about it, and what guest and owner write about it. */
export function SharedReceiptDialog({ id, withOriginals, onClose }: SharedReceiptDialogProps) {
  const details = useQuery(query(receiptEndpoints.details, { params: { uploadId: id } }))
  const { report, hasChanges } = useUnsavedForms()
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, () =>
    onClose({ isDiscarding: hasChanges }),
  )
  return (
    <Dialog wide onClose={requestClose} title={details.data ? receiptTitle(details.data) : 'Receipt'}>
      <QueryView
        query={details}
        loading={<Loading label="Loading the receipt" blocks={['h-[45dvh]', 'h-24']} />}
      >
        {(receipt) => (
          <div className="grid grid-cols-1 gap-5">
            <Pictures receipt={receipt} withOriginals={withOriginals} />
            <ReceiptFacts receipt={receipt} />
            <UnsavedContext value={report}>
              <div className="print:hidden">
                <LabelProposal receipt={receipt} />
              </div>
              {receipt.reviewableHash !== undefined && (
                <ReviewedButton about={{ receipt: id, known: receipt.reviewableHash }} />
              )}
              <Notes about={{ receipt: id }} />
            </UnsavedContext>
          </div>
        )}
      </QueryView>
      {confirmation}
    </Dialog>
  )
}

function Pictures({ receipt, withOriginals }: { receipt: ReceiptDetails; withOriginals: boolean }) {
  const [selected, setShown] = useState({ file: receipt.file[0]!, page: 1 })
  // The owner may have replaced it since.
  const file = receipt.file.find(({ _id }) => _id === selected.file._id) ?? receipt.file[0]!
  const shown = { ...selected, file }
  const { downloadFile, isDownloading } = useDownloadFile()
  return (
    <div className="grid grid-cols-1 gap-3">
      <FilePicture receiptId={receipt._id} {...shown} canDownload={withOriginals} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageSwitch files={receipt.file} shown={shown} onChange={setShown} />
        {withOriginals && (
          <Button
            variant="secondary"
            size="small"
            icon={Download}
            busy={isDownloading && 'Downloading…'}
            onClick={() => void downloadFile(receipt, shown.file)}
          >
            Download the original
          </Button>
        )}
      </div>
    </div>
  )
}
