import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useRemoveReceipt, useRestoreReceipt } from '../mutations.ts'

type DeleteDialogProps = { receipt: Receipt; onClose: () => void; onDeleted?: () => void }

const UNDO_MS = 8_000

/** Asks once; afterwards the trash gives it back, here or within 30 days. */
export function DeleteDialog({ receipt, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useRemoveReceipt()
  const restore = useRestoreReceipt()
  const title = receipt.file[0]?.title ?? 'this receipt'

  // Awaited: this dialog is long gone by then, and callbacks of `mutate` would be lost.
  const undo = () =>
    void restore
      .mutateAsync(receipt._id)
      .then(() => toast.success('Receipt restored.'))
      .catch(({ message }: Error) =>
        toast.error(message, { durationMs: UNDO_MS, action: { label: 'Try again', onPress: undo } }),
      )

  function confirm() {
    onClose()
    onDeleted?.()
    remove
      .mutateAsync(receipt._id)
      .then(() =>
        toast.success(receiptTexts.deleted, {
          durationMs: UNDO_MS,
          action: { label: 'Undo', onPress: undo },
        }),
      )
      .catch(() => toast.error(receiptTexts.notDeleted))
  }

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={receiptTexts.confirmDelete(title)}
      confirm="Delete"
      onConfirm={confirm}
    >
      It goes to the trash and can be restored for 30 days. The tax office may ask for receipts for five
      years.
    </AlertDialog>
  )
}
