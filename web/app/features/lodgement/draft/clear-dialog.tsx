import { AlertDialog } from '#ui/overlay/dialog.tsx'

type ClearDialogProps = { open: boolean; onClose: () => void; onClear: () => void }

export function ClearDialog({ open, onClose, onClear }: ClearDialogProps) {
  return (
    <AlertDialog
      title="Clear the form?"
      open={open}
      onClose={onClose}
      confirm="Clear the form"
      cancel="Keep my draft"
      onConfirm={() => {
        onClose()
        onClear()
      }}
    >
      This deletes your draft from this device.
    </AlertDialog>
  )
}
