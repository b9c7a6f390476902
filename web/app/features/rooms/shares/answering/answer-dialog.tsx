import { MAX_LENGTH, tooLong } from '@docketbox/contract/core/limits'
import { day } from '@docketbox/contract/core/schemas/fields'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { draftParams, receiptFrom, receiptReads, useAttachedFile } from '#features/receipts'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { toast } from '#ui/feedback/toast.ts'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Dialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { answerNote } from '../../queries.ts'
import { AnswerFile } from './answer-file.tsx'
import { problemInDate } from './answer-date.ts'

const schema = z.object({
  text: z.string().trim().max(MAX_LENGTH.note, tooLong(MAX_LENGTH.note)),
  category: z.string(),
  date: day.or(z.literal('')),
})

/** The share may have ended, too. */
const answerReads = [roomEndpoints.list, ...receiptReads]

type AnswerDialogProps = {
  note: Note
  /** The income years that its guest can see. */
  years: readonly string[]
  onClose: () => void
}

/** Answers a request with a text, a file or both. A file joins the receipt that was asked about, or becomes one. */
export function AnswerDialog({ note, years, onClose }: AnswerDialogProps) {
  const { receipt, text, email } = note
  const form = useFormOf(schema, { text: '', category: '', date: '' })
  const { isDirty, isSubmitting } = form.formState
  const attached = useAttachedFile({ isSaving: isSubmitting })
  const { file, isUploading } = attached
  const { mutateAsync } = useMutation({ ...answerNote, meta: { invalidates: answerReads } })
  const hasChanges = isDirty || file !== undefined
  const discard = () => {
    attached.remove()
    onClose()
  }
  // An upload may take minutes, so it can be cancelled by leaving.
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, discard, isSubmitting && !isUploading)

  return (
    <Dialog onClose={requestClose} title="Answer" description={`“${text ?? ''}”`}>
      <Form
        form={form}
        about={note._id}
        onSubmit={async (values) => {
          const { category, date } = values
          if (values.text === '' && !file) {
            form.setError('text', { message: 'Write an answer or add a file.' })
            return
          }
          const dateProblem = problemInDate(date, { years, email })
          if (file && receipt === null && (category === '' || dateProblem)) {
            if (category === '') form.setError('category', { message: 'Please select a category.' })
            if (dateProblem) form.setError('date', { message: dateProblem })
            return
          }
          const draft = file && (await attached.uploaded())
          if (file && !draft) return
          await mutateAsync({
            params: { noteId: note._id },
            body: {
              ...(values.text !== '' && { text: values.text }),
              ...(draft &&
                (receipt
                  ? { draft: draftParams(draft).draftId }
                  : { newReceipt: receiptFrom(draft, { category, date }, { isSeen: false }) })),
            },
          })
          toast.success('Answer sent.')
          onClose()
        }}
      >
        <TextAreaField name="text" label="Your answer" rows={2} optional={file !== undefined} />
        <TaxFileNumberWarning name="text" />
        <AnswerFile attached={attached} note={note} years={years} />
        <DialogActions>
          <SubmitButton busy="Sending…">Send answer</SubmitButton>
        </DialogActions>
      </Form>
      {confirmation}
    </Dialog>
  )
}
