import { AlertDialog } from '#ui/overlay/dialog.tsx'

type ClearDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onClear: () => void }

export function ClearDialog({ open, onOpenChange, onClear }: ClearDialogProps) {
  return (
    <AlertDialog
      title="Clear the form?"
      open={open}
      onOpenChange={onOpenChange}
      confirm="Clear the form"
      cancel="Keep it"
      onConfirm={() => {
        onOpenChange(false)
        onClear()
      }}
    >
      Everything you typed here is removed from this device.
    </AlertDialog>
  )
}
