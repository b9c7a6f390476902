import type { BulkAction } from '@docketbox/contract/receipts/search-endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { categories } from '#features/categories'
import { explainYears, useRetention } from '#features/years'
import { today } from '#platform/format/dates.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { DateField, TextField } from '#ui/fields/text-field.tsx'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { AlertDialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { CancelButton, FormDialog } from '#ui/overlay/form-dialog.tsx'
import type { Selection } from '../list/use-selection.ts'
import { retentionYears } from '../queries.ts'

type ValueType = 'move' | 'date' | 'workUse'
type BulkDialogProps = {
  type: ValueType
  /** `2 receipts` */
  receipts: string
  target: Selection['target']
  onClose: () => void
  /** The dialog stays open if it fails. */
  onApply: (action: BulkAction) => Promise<void>
}

const texts: Record<ValueType, { title: string; label: string; apply: string; problem: string }> = {
  move: { title: 'Move', label: 'Category', apply: 'Move', problem: receiptTexts.categoryRequired },
  date: {
    title: 'Set the date for',
    label: 'Date',
    apply: 'Set date',
    problem: 'Enter a date that isn’t in the future.',
  },
  workUse: {
    title: 'Set work use for',
    label: 'Work use (%)',
    apply: 'Set work use',
    problem: 'Enter a percentage from 0 to 100.',
  },
}

/** Asks for the value that all selected receipts get. */
export function BulkDialog({ type, receipts, target, onClose, onApply }: BulkDialogProps) {
  const text = texts[type]
  const title = `${text.title} ${receipts}`
  const [schema] = useState(() => valueForm(type))
  const form = useFormOf(schema, { value: '' })
  const handleSubmit = async (action: BulkAction) => {
    await onApply(action)
    onClose()
  }
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      form={form}
      onSubmit={handleSubmit}
      label={title}
      about={target.ids?.toSorted().join()}
    >
      {type === 'move' ? (
        <CategoryField label={text.label} />
      ) : type === 'date' ? (
        <DateField name="value" label={text.label} max={today()} />
      ) : (
        <TextField name="value" label={text.label} inputMode="numeric" autoComplete="off" />
      )}
      <DialogActions>
        <CancelButton />
        <SubmitButton busy="Saving…">{text.apply}</SubmitButton>
      </DialogActions>
    </FormDialog>
  )
}

function CategoryField({ label }: { label: string }) {
  const { data = [] } = useQuery(categories)
  const choices = data.map(({ _id, name }) => ({ value: _id, label: name }))
  return <SelectField name="value" label={label} placeholder="Choose a category" choices={choices} />
}

function valueForm(type: ValueType) {
  return z.object({ value: z.string() }).transform(({ value }, context): BulkAction => {
    const action = actionOf(type, value)
    if (action) return action
    context.addIssue({ code: 'custom', path: ['value'], message: texts[type].problem })
    return z.NEVER
  })
}

function actionOf(type: ValueType, value: string): BulkAction | undefined {
  if (type === 'move') return value === '' ? undefined : { type, category: value }
  if (type === 'date') return value === '' || value > today() ? undefined : { type, documentDate: value }
  const workUsePercent = Number(value)
  return /^\d{1,3}$/.test(value) && workUsePercent <= 100 ? { type, workUsePercent } : undefined
}

type BulkDeleteDialogProps = {
  count: number
  receipts: string
  target: Selection['target']
  onClose: () => void
  onConfirm: () => void
}

/** Confirms twice while the law requires any of the selected receipts to be kept (requirement 46). */
export function BulkDeleteDialog({ count, receipts, target, onClose, onConfirm }: BulkDeleteDialogProps) {
  const { data, isPending, failureCount } = useQuery(
    retentionYears(target.filter ?? { ids: target.ids.join(',') }),
  )
  const { retainedOf, isLoading } = useRetention()
  const retainedYears = retainedOf(data?.incomeYears)
  const mustKeep = retainedYears?.length !== 0
  const [isConfirmingAgain, setConfirmingAgain] = useState(false)
  return (
    <AlertDialog
      // A new dialog for the second question: the focus is on Cancel again.
      key={isConfirmingAgain ? 'again' : 'first'}
      onClose={onClose}
      title={isConfirmingAgain ? `Delete ${receipts} anyway?` : `Delete ${receipts}?`}
      confirm={isConfirmingAgain ? 'Delete anyway' : 'Delete'}
      busy={(isLoading || (isPending && failureCount === 0)) && 'Checking…'}
      onConfirm={mustKeep && !isConfirmingAgain ? () => setConfirmingAgain(true) : onConfirm}
    >
      {isConfirmingAgain && `${explainYears(retainedYears)} `}
      You can restore {count === 1 ? 'it' : 'them'} from the bin for 30 days.
    </AlertDialog>
  )
}
