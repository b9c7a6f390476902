import { Button } from '#ui/controls/button.tsx'
import { SubmitButton } from '#ui/forms/form.tsx'
import { DialogActions } from '#ui/overlay/dialog.tsx'
import { CancelButton } from '#ui/overlay/form-dialog.tsx'

type SaveActionsProps = {
  /** What is saved, such as `trip`. */
  noun: string
  /** Undefined where there's nothing to delete. */
  onRemove?: (() => void) | undefined
  isRemoving?: boolean
}

export function SaveActions({ noun, onRemove, isRemoving = false }: SaveActionsProps) {
  return (
    <DialogActions>
      {onRemove && (
        <Button variant="quiet" className="sm:mr-auto" busy={isRemoving && 'Deleting…'} onClick={onRemove}>
          Delete {noun}
        </Button>
      )}
      <CancelButton />
      <SubmitButton busy="Saving…">Save {noun}</SubmitButton>
    </DialogActions>
  )
}
