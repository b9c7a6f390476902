import { daysOf, formatIncomeYear } from '@docketbox/contract/core/income-years'
import { day } from '@docketbox/contract/core/schemas/fields'
import { MAX_LENGTH, tooLong } from '@docketbox/contract/core/limits'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { categories } from '#features/categories'
import { useAttachFile } from '#features/receipts'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { isAbort } from '#platform/api/client.ts'
import { today } from '#platform/format/dates.ts'
import { toast } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { DateField, TextAreaField } from '#ui/fields/text-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Dialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { answerNote } from '../queries.ts'

const schema = z.object({
  text: z.string().trim().max(MAX_LENGTH.note, tooLong(MAX_LENGTH.note)),
  category: z.string(),
  date: day.or(z.literal('')),
})

/** Answers a request with a text, a file or both. A file joins the receipt that was asked about, or becomes one. */
export function AnswerDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const { receipt, receiptTitle, incomeYear, text } = note
  const [file, setFile] = useState<File>()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useFormOf(schema, { text: '', category: '', date: '' })
  const { data: choices = [] } = useQuery(categories)
  const { mutateAsync } = useMutation(answerNote)
  const { attachFile, accept, hint } = useAttachFile()
  const { isDirty, isSubmitting } = form.formState
  const hasChanges = isDirty || file !== undefined
  const [upload, setUpload] = useState<AbortController>()
  // An upload may take minutes, so it can be cancelled by leaving.
  useEffect(() => () => upload?.abort(), [upload])
  const isSending = isSubmitting && upload === undefined
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, onClose, isSending)
  const { first, last } = daysOf(incomeYear)

  /** @returns the receipt it's with now; undefined if the upload was cancelled. */
  async function attach(added: File, { category, date }: z.output<typeof schema>) {
    const control = new AbortController()
    setUpload(control)
    try {
      return await attachFile({
        file: added,
        key,
        signal: control.signal,
        onUploaded: () => setUpload(undefined),
        ...(receipt ? { receipt } : { category, documentDate: date }),
      })
    } catch (error) {
      if (isAbort(error)) return undefined
      throw error
    } finally {
      setUpload(undefined)
    }
  }

  return (
    <Dialog onClose={requestClose} title="Answer" description={`“${text ?? ''}”`}>
      <Form
        form={form}
        about={note._id}
        onSubmit={async (values) => {
          if (values.text === '' && !file) {
            form.setError('text', { message: 'Write an answer or add a file.' })
            return
          }
          const dateProblem = problemInDate(values.date, incomeYear)
          if (file && receipt === null && (values.category === '' || dateProblem)) {
            if (values.category === '') form.setError('category', { message: 'Please select a category.' })
            if (dateProblem) form.setError('date', { message: dateProblem })
            return
          }
          const answerReceipt = file && (await attach(file, values))
          if (file && answerReceipt === undefined) return
          await mutateAsync({
            params: { noteId: note._id },
            body: {
              ...(values.text !== '' && { text: values.text }),
              ...(answerReceipt && { receipt: answerReceipt }),
            },
          })
          toast.success('Answer sent.')
          onClose()
        }}
      >
        <TextAreaField name="text" label="Your answer" rows={2} optional={file !== undefined} />
        <TaxFileNumberWarning name="text" />
        {file ? (
          <div className="flex items-center justify-between gap-3 rounded-md border border-line px-4 py-2">
            <span className="flex min-w-0 items-center gap-2">
              <FileText className="size-5 shrink-0 text-soft" aria-hidden="true" />
              <span className="truncate">{file.name}</span>
            </span>
            <Button variant="quiet" size="small" onClick={() => setFile(undefined)}>
              Remove
            </Button>
          </div>
        ) : (
          <FileDrop
            id="answer-file"
            label="File"
            hint={
              receipt
                ? `Optional. We’ll add it to ${receiptTitle ?? 'the receipt'}. ${hint}`
                : `Optional. We’ll save it as a receipt in ${formatIncomeYear(incomeYear)}. ${hint}`
            }
            accept={accept}
            wrongType={receiptRefusals.wrongType.message}
            onFiles={(files) => {
              setFile(files[0])
              setKey(crypto.randomUUID())
            }}
          />
        )}
        {file && receipt === null && (
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              name="category"
              label="Category"
              placeholder="Choose a category"
              choices={choices.map(({ _id, name }) => ({ value: _id, label: name }))}
            />
            <DateField
              name="date"
              label="Date on the receipt"
              min={first}
              max={last < today() ? last : today()}
            />
          </div>
        )}
        <DialogActions>
          <SubmitButton busy="Sending…">Send answer</SubmitButton>
        </DialogActions>
      </Form>
      {confirmation}
    </Dialog>
  )
}

/** Receipts of another year aren't shared, so its guest wouldn't see the answer. */
function problemInDate(date: string, incomeYear: string): string | undefined {
  const { first, last } = daysOf(incomeYear)
  if (date === '') return 'Enter the date on the receipt.'
  return date < first || date > last ? `Enter a date in ${formatIncomeYear(incomeYear)}.` : undefined
}
