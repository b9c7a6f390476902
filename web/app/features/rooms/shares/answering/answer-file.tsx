import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { categories } from '#features/categories'
import { AttachedFile, type AttachedFileState } from '#features/receipts'
import { today } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { DateField } from '#ui/fields/text-field.tsx'
import { problemInDate } from './answer-date.ts'

type AnswerFileProps = {
  attached: AttachedFileState
  note: Note
  /** The income years that its guest can see. */
  years: readonly string[]
}

/** The file of an answer. One that becomes a receipt has a category and a date, filled in with what was read. */
export function AnswerFile({ attached, note, years }: AnswerFileProps) {
  const { receipt, receiptTitle } = note
  const { file, accept, hint } = attached
  const { formState, resetField } = useFormContext()
  const forgetRead = () => ['category', 'date'].forEach((name) => resetField(name))

  if (!file)
    return (
      <FileDrop
        id="answer-file"
        label="File"
        hint={
          receipt
            ? `Optional. We’ll add it to ${receiptTitle ?? 'the receipt'}. ${hint}`
            : `Optional. We’ll save it as a receipt. ${hint}`
        }
        accept={accept}
        takesUnknown
        hasCamera
        isLow
        wrongType={receiptRefusals.wrongType.message}
        onFiles={([chosen]) => chosen && attached.choose(chosen)}
      />
    )
  return (
    <>
      <AttachedFile
        attached={attached}
        file={file}
        isFixed={formState.isSubmitting}
        onRemove={() => {
          attached.remove()
          forgetRead()
        }}
      />
      {receipt === null && (
        <NewReceiptFields
          attached={attached}
          years={years}
          email={note.email}
          onFileLater={() => {
            attached.setAside()
            forgetRead()
            toast.success('It’s waiting in To file. You can answer in words.')
          }}
        />
      )}
    </>
  )
}

type NewReceiptFieldsProps = Pick<AnswerFileProps, 'attached' | 'years'> & {
  email: string
  onFileLater: () => void
}

function NewReceiptFields({ attached, years, email, onFileLater }: NewReceiptFieldsProps) {
  const { draft, read, isDateUncertain } = attached
  const { data: choices = [] } = useQuery(categories)
  const { formState, getValues, setValue, setError, watch } = useFormContext()
  /** Fills in what was read, unless the user was faster. */
  const fill = useEffectEvent((name: 'category' | 'date', value: string | undefined) => {
    if (!value || getValues(name) !== '') return
    setValue(name, value)
    const problem = name === 'date' ? problemInDate(value, { years, email }) : undefined
    if (problem) setError(name, { message: problem })
  })
  const isChoosable = choices.length > 0
  useEffect(() => {
    if (isChoosable) fill('category', read?.category)
  }, [read?.category, isChoosable])
  useEffect(() => fill('date', read?.date), [read?.date])

  const isAsRead = read !== undefined && watch('date') === read.date
  const state = draft?.reading.state
  return (
    <div className="grid gap-3">
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
          max={today()}
          hint={isDateUncertain && isAsRead && 'Please check this date.'}
        />
      </div>
      {draft && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-[0.8125rem] text-soft">
          <span>
            {state === 'failed' ? 'We couldn’t read it. Please type in the details.' : 'Not sure about it?'}
          </span>
          <Button variant="quiet" size="small" disabled={formState.isSubmitting} onClick={onFileLater}>
            File it later
          </Button>
        </div>
      )}
    </div>
  )
}
