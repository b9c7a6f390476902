import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#ui/controls/button.tsx'
import { Form } from '../forms/form.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { useConfirmDiscard } from './discard-changes.tsx'

type FormDialogProps<In extends FieldValues, Out> = ComponentProps<typeof Form<In, Out>> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'open'> & {
    onClose: () => void
    /** Another dialog that the form opens. */
    beside?: ReactNode
  }

/** A dialog with a form. It asks before unsaved input is discarded, and can't be closed while the form is sent. */
export function FormDialog<In extends FieldValues, Out>(props: FormDialogProps<In, Out>) {
  const { title, description, open = true, onClose, beside, ...rest } = props
  const { isDirty, isSubmitting } = rest.form.formState
  const { requestClose, confirmation } = useConfirmDiscard(isDirty, onClose, isSubmitting)
  return (
    <Dialog title={title} description={description} open={open} onClose={requestClose}>
      <Form {...rest} />
      {confirmation}
      {beside}
    </Dialog>
  )
}

/** Closes the dialog around it. */
export function CancelButton() {
  return (
    <DialogClose asChild>
      <Button variant="secondary">Cancel</Button>
    </DialogClose>
  )
}
