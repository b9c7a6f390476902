import { receiptTitle } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { explainRetention, isRetained } from '@docketbox/contract/years/retention-text'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAnywayTitle, useRetention } from '#features/years'
import { today } from '#platform/format/dates.ts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { offerUndo, toast } from '#ui/feedback/toast.ts'
import { restoreReceipt, useDeleteReceipt } from '../mutations.ts'
import { ReceiptSubtitle } from './receipt-lines.tsx'

type DeleteDialogProps = { receipt: Receipt; onClose: () => void; onDeleted?: () => void }

/** Confirms the deletion, twice while the law requires the receipt to be kept (requirement 46). It can be undone from the toast, or from the bin for 30 days. */
export function DeleteDialog({ receipt, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteReceipt()
  const restore = useMutation(restoreReceipt)
  const input = { params: { uploadId: receipt._id } }
  const title = receiptTitle(receipt)
  const { yearOf, isLoading } = useRetention()
  const year = yearOf(receipt)
  const [isConfirmingAgain, setConfirmingAgain] = useState(false)

  function handleConfirm() {
    if (!isConfirmingAgain && (!year || isRetained(year, today()))) return setConfirmingAgain(true)
    onClose()
    onDeleted?.()
    attempt()
  }
  const attempt = () =>
    void remove
      .mutateAsync(input)
      .then(() => offerUndo(receiptTexts.deleted, () => restore.mutateAsync(input), 'Receipt restored.'))
      .catch(() => toast.error(receiptTexts.notDeleted, { action: { label: 'Try again', onPress: attempt } }))

  return (
    <AlertDialog
      // A new dialog for the second question: the focus is on Cancel again.
      key={isConfirmingAgain ? 'again' : 'first'}
      onClose={onClose}
      title={isConfirmingAgain ? deleteAnywayTitle(year) : receiptTexts.confirmDelete(title)}
      confirm={isConfirmingAgain ? 'Delete anyway' : 'Delete'}
      busy={isLoading && 'Checking…'}
      onConfirm={handleConfirm}
    >
      {isConfirmingAgain ? (
        <p className="text-ink wrap-anywhere">{title}</p>
      ) : (
        <ReceiptSubtitle receipt={receipt} />
      )}
      {isConfirmingAgain && `${explainRetention(year, today())} `}
      You can restore it from the bin for 30 days.
    </AlertDialog>
  )
}
