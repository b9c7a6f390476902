import { countOf } from '@docketbox/contract/core/counts'
import { formatDay } from '@docketbox/contract/core/dates'
import type { LaundryEntry } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeleteRecordDialog } from '#features/years'
import { plainDate } from '#platform/format/dates.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo } from '#ui/feedback/toast.ts'
import { removeLaundry, saveLaundry } from '../queries.ts'

type LoadsListProps = { incomeYear: string; laundry: readonly LaundryEntry[] }

export function LoadsList({ incomeYear, laundry }: LoadsListProps) {
  const [deleted, setDeleted] = useState<LaundryEntry>()
  const remove = useMutation(removeLaundry)
  const restore = useMutation(saveLaundry)
  const handleRemove = ({ _id: entryId, ...body }: LaundryEntry) =>
    attemptChange(async () => {
      await remove.mutateAsync({ params: { entryId } })
      offerUndo('Loads deleted.', () => restore.mutateAsync({ params: { entryId }, body }))
    })
  return (
    <Card className="grid grid-cols-1 gap-2">
      <h2 className="text-lg">Loads</h2>
      <ul>
        {laundry.map((entry) => (
          <li key={entry._id} className="flex min-h-11 items-center gap-3 border-b border-line last:border-0">
            <span className="min-w-0 flex-1">{formatLoads(entry)}</span>
            <span className="figures text-sm text-soft">{plainDate(entry.day)}</span>
            <IconButton
              icon={Trash2}
              iconClassName="size-4.5"
              label={`Delete ${formatLoads(entry)} from ${formatDay(entry.day)}`}
              className="-mr-2"
              onClick={() => setDeleted(entry)}
            />
          </li>
        ))}
      </ul>
      {deleted && (
        <DeleteRecordDialog
          noun="entry"
          name={`${formatLoads(deleted)}, ${plainDate(deleted.day)}`}
          incomeYear={incomeYear}
          onClose={() => setDeleted(undefined)}
          onDelete={() => handleRemove(deleted)}
        />
      )}
    </Card>
  )
}

/** `2 loads of work clothes and 1 mixed load` */
export function formatLoads({
  workLoads,
  mixedLoads,
}: Pick<LaundryEntry, 'workLoads' | 'mixedLoads'>): string {
  return [
    ...(workLoads > 0 ? [`${countOf(workLoads, 'load')} of work clothes`] : []),
    ...(mixedLoads > 0 ? [countOf(mixedLoads, 'mixed load')] : []),
  ].join(' and ')
}
