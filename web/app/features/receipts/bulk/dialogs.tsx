import type { BulkAction } from '@docketbox/contract/receipts/search-endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { categories } from '#features/categories'
import { explainYears, useRetention } from '#features/years'
import { today } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { AlertDialog, Dialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import type { Selection } from '../list/use-selection.ts'
import { retentionYears } from '../queries.ts'

type ValueType = 'move' | 'date' | 'workUse'
type BulkDialogProps = {
  type: ValueType
  /** `2 receipts` */
  receipts: string
  onClose: () => void
  onApply: (action: BulkAction) => void
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
export function BulkDialog({ type, receipts, onClose, onApply }: BulkDialogProps) {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const { requestClose, confirmation } = useConfirmDiscard(value !== '', onClose)
  const text = texts[type]
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const action = actionOf(type, value)
    if (action) onApply(action)
    else setProblem(text.problem)
  }
  const handleChange = ({ target }: { target: { value: string } }) => {
    setValue(target.value)
    setProblem(undefined)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && requestClose()} title={`${text.title} ${receipts}`}>
      <form onSubmit={handleSubmit} noValidate>
        <label className="grid gap-1.5 text-sm font-medium">
          {text.label}
          {type === 'move' ? (
            <CategorySelect value={value} onChange={handleChange} />
          ) : type === 'date' ? (
            <Input type="date" max={today()} value={value} onChange={handleChange} />
          ) : (
            <Input inputMode="numeric" autoComplete="off" value={value} onChange={handleChange} />
          )}
        </label>
        <ErrorNotice className="mt-4">{problem}</ErrorNotice>
        <DialogActions>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button type="submit">{text.apply}</Button>
        </DialogActions>
      </form>
      {confirmation}
    </Dialog>
  )
}

function CategorySelect(props: { value: string; onChange: (event: { target: { value: string } }) => void }) {
  const { data = [] } = useQuery(categories)
  return (
    <Select {...props}>
      <option value="">Choose a category</option>
      {data.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function actionOf(type: ValueType, value: string): BulkAction | undefined {
  if (type === 'move') return value === '' ? undefined : { type, category: value }
  if (type === 'date') return value === '' || value > today() ? undefined : { type, documentDate: value }
  const workUsePercent = Number(value)
  return /^\d{1,3}$/.test(value) && workUsePercent <= 100 ? { type, workUsePercent } : undefined
}

type BulkDeleteDialogProps = {
  receipts: string
  target: Selection['target']
  onClose: () => void
  onConfirm: () => void
}

/** Confirms twice while the law requires any of the selected receipts to be kept (requirement 46). */
export function BulkDeleteDialog({ receipts, target, onClose, onConfirm }: BulkDeleteDialogProps) {
  const { data } = useQuery(retentionYears(target.filter ?? { ids: target.ids.join(',') }))
  const retainedYears = useRetention().retainedOf(data?.incomeYears)
  const mustKeep = retainedYears?.length !== 0
  const [isConfirmingAgain, setConfirmingAgain] = useState(false)
  return (
    <AlertDialog
      // A new dialog for the second question: the focus is on Cancel again.
      key={isConfirmingAgain ? 'again' : 'first'}
      open
      onOpenChange={(open) => !open && onClose()}
      title={isConfirmingAgain ? `Delete ${receipts} anyway?` : `Delete ${receipts}?`}
      confirm={isConfirmingAgain ? 'Delete anyway' : 'Delete'}
      onConfirm={mustKeep && !isConfirmingAgain ? () => setConfirmingAgain(true) : onConfirm}
    >
      {isConfirmingAgain && `${explainYears(retainedYears)} `}
      You can restore them from the bin for 30 days.
    </AlertDialog>
  )
}
