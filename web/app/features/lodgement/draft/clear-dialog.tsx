import { AlertDialog } from '#ui/overlay/dialog.tsx'

type ClearDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onClear: () => void }

export function ClearDialog({ open, onOpenChange, onClear }: ClearDialogProps) {
  return (
    <AlertDialog
      title="Clear the form?"
      open={open}
      onOpenChange={onOpenChange}
      confirm="Clear the form"
      cancel="Keep my draft"
      onConfirm={() => {
        onOpenChange(false)
        onClear()
      }}
    >
      This deletes your draft from this device.
    </AlertDialog>
  )
}
