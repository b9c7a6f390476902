import {
  type ExpenseWithoutReceipt,
  evidenceKindNames,
} from '@docketbox/contract/expenses-without-receipt/endpoints'
import { formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AssetYear, DeleteRecordDialog } from '#features/years'
import { exactTime, formatDayUnbroken, plainDate } from '#platform/format/dates.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Amount } from '#ui/data/amount.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo } from '#ui/feedback/toast.ts'
import { removeExpense, saveExpense } from './queries.ts'

type ExpenseListProps = {
  docs: readonly ExpenseWithoutReceipt[]
  onEdit: (expense: ExpenseWithoutReceipt) => void
}

export function ExpenseList({ docs, onEdit }: ExpenseListProps) {
  const [deleted, setDeleted] = useState<ExpenseWithoutReceipt>()
  const remove = useRemoveExpense()
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line bg-sheet">
        {docs.map((expense) => (
          <li key={expense._id} className="flex flex-wrap items-center gap-2 py-2 pr-1 pl-4">
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
              <p className="flex items-baseline gap-3">
                <span className="min-w-0 flex-1 truncate font-semibold">{expense.supplier}</span>
                <Amount cents={expense.amountCents} className="font-semibold" />
              </p>
              <p className="flex items-baseline gap-3 text-sm text-soft">
                <span className="min-w-0 flex-1 truncate">{expense.description}</span>
                <span className="shrink-0">{formatDayUnbroken(expense.paidOn)}</span>
              </p>
              <p className="text-xs text-soft" title={exactTime(expense.enteredAt)}>
                {[
                  evidenceKindNames[expense.kind],
                  expense.label && formatLabel(expense.label),
                  `entered by ${expense.enteredBy} on ${plainDate(expense.enteredAt)}`,
                  expense.changedAt !== expense.enteredAt && `changed on ${plainDate(expense.changedAt)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <IconButton
              icon={Pencil}
              iconClassName="size-4.5"
              label={`Edit ${expense.supplier}`}
              onClick={() => onEdit(expense)}
            />
            <IconButton
              icon={Trash2}
              iconClassName="size-4.5"
              label={`Delete ${expense.supplier}`}
              onClick={() => setDeleted(expense)}
            />
            {expense.canBeAsset && (
              <div className="w-full pr-3 pb-2">
                <AssetYear
                  receipt={expense}
                  hasReceipt={false}
                  label={`Claiming ${expense.description} over several years?`}
                  hint={null}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {deleted && (
        <DeleteRecordDialog
          noun="expense"
          name={`${deleted.supplier}, ${formatDayUnbroken(deleted.paidOn)}`}
          incomeYear={deleted.incomeYear}
          lastYear={deleted.lastClaimedYear ?? undefined}
          onClose={() => setDeleted(undefined)}
          onDelete={() => remove(deleted)}
        />
      )}
    </>
  )
}

/** Deletes an expense; Undo saves it again. */
function useRemoveExpense() {
  const remove = useMutation(removeExpense)
  const save = useMutation(saveExpense)
  const restore = ({
    _id: evidenceId,
    kind,
    paidOn,
    supplier,
    description,
    ...rest
  }: ExpenseWithoutReceipt) => {
    const { amountCents, label, workUsePercent, note } = rest
    const body = { kind, paidOn, supplier, description, amountCents, label, workUsePercent, note }
    return save.mutateAsync({ params: { evidenceId }, body })
  }
  return (expense: ExpenseWithoutReceipt) =>
    attemptChange(async () => {
      const deleted = await remove.mutateAsync({ params: { evidenceId: expense._id } })
      // Not as it was listed: another tab may have changed it since.
      offerUndo(`Deleted ${expense.supplier}.`, () => restore(deleted), 'Expense restored.')
    })
}
