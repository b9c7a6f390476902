import { uploadingTexts, useUnsaved } from '#features/receipts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'

type LogOutDialogProps = { onStay: () => void; onLogOut: () => void }

/** Asks before logging out loses receipts that are still uploading. */
export function LogOutDialog({ onStay, onLogOut }: LogOutDialogProps) {
  const { uploading, saving } = useUnsaved()
  return (
    <AlertDialog
      title={`${stateOf(uploading, saving)} Log out anyway?`}
      onClose={onStay}
      confirm="Log out anyway"
      cancel="Stay"
      onConfirm={onLogOut}
    >
      {uploading > 0
        ? uploadingTexts.warning
        : saving > 0 && 'We’ll save what’s left when you log in on this device again.'}
    </AlertDialog>
  )
}

function stateOf(uploading: number, saving: number): string {
  if (uploading > 0) return uploadingTexts.title(uploading)
  if (saving > 0) return saving === 1 ? 'A receipt isn’t saved yet.' : `${saving} receipts aren’t saved yet.`
  return 'Everything’s saved now.'
}
