import { type Note, noteText } from '@docketbox/contract/rooms/schemas'
import { z } from 'zod'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { DialogActions } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { useAddNote } from '../queries.ts'

const schema = z.object({ text: noteText })

/** Replies to a comment with another one about the same thing. */
export function ReplyDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const form = useFormOf(schema, { text: '' })
  const { mutateAsync } = useAddNote()
  const about = note.receipt ? { receipt: note.receipt } : { incomeYear: note.incomeYear }
  return (
    <FormDialog
      onClose={onClose}
      title="Reply"
      description={note.email}
      form={form}
      about={note._id}
      onSubmit={async ({ text }) => {
        await mutateAsync({ body: { kind: 'comment', about, text, room: note.room } })
        onClose()
      }}
    >
      <TextAreaField name="text" label="Your reply" />
      <TaxFileNumberWarning name="text" />
      <DialogActions>
        <SubmitButton busy="Sending…">Send reply</SubmitButton>
      </DialogActions>
    </FormDialog>
  )
}
