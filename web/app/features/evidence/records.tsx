import { type Evidence, evidenceKindNames } from '@docketbox/contract/evidence/endpoints'
import { formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { exactTime, formatDayUnbroken, plainDate } from '#platform/format/dates.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Amount } from '#ui/data/amount.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { removeEvidence, saveEvidence } from './queries.ts'

type RecordsProps = { docs: readonly Evidence[]; onEdit: (record: Evidence) => void }

/** The records of a year, each with who entered it and when. */
export function Records({ docs, onEdit }: RecordsProps) {
  const remove = useRemoveRecord()
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-lg border border-line bg-sheet">
      {docs.map((record) => (
        <li key={record._id} className="flex items-center gap-2 py-2 pr-1 pl-4">
          <div className="grid min-w-0 flex-1 gap-0.5">
            <p className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 truncate font-semibold">{record.supplier}</span>
              <Amount cents={record.amountCents} className="font-semibold" />
            </p>
            <p className="flex items-baseline gap-3 text-sm text-soft">
              <span className="min-w-0 flex-1 truncate">{record.description}</span>
              <span className="shrink-0">{formatDayUnbroken(record.paidOn)}</span>
            </p>
            <p className="text-xs text-soft" title={exactTime(record.enteredAt)}>
              {[
                evidenceKindNames[record.kind],
                record.label && formatLabel(record.label),
                `entered by ${record.enteredBy} on ${plainDate(record.enteredAt)}`,
                record.changedAt !== record.enteredAt && `changed on ${plainDate(record.changedAt)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <IconButton label={`Edit ${record.supplier}`} onClick={() => onEdit(record)}>
            <Pencil className="size-4.5" />
          </IconButton>
          <IconButton label={`Delete ${record.supplier}`} onClick={() => remove(record)}>
            <Trash2 className="size-4.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Deletes a record; Undo saves it again. */
function useRemoveRecord() {
  const remove = useMutation(removeEvidence)
  const save = useMutation(saveEvidence)
  const report = ({ message }: Error) => toast.error(message)
  const restore = ({ _id: evidenceId, kind, paidOn, supplier, description, ...rest }: Evidence) => {
    const { amountCents, label, workUsePercent, note } = rest
    const body = { kind, paidOn, supplier, description, amountCents, label, workUsePercent, note }
    void save
      .mutateAsync({ params: { evidenceId }, body })
      .then(() => toast.success('Record restored.'))
      .catch(report)
  }
  return (record: Evidence) =>
    void remove
      .mutateAsync({ params: { evidenceId: record._id } })
      .then(() =>
        toast.success(`Deleted ${record.supplier}.`, {
          action: { label: 'Undo', onPress: () => restore(record) },
        }),
      )
      .catch(report)
}
