import type { Diary } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteRecordDialog } from '#features/years'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo } from '#ui/feedback/toast.ts'
import { removeDiary, saveDiary, saveDiaryDays } from '../queries.ts'

type DeleteDiaryProps = { name: string; incomeYear: string; diary: Diary; onDeleted: () => void }

/** Deletes a diary with its days, and restores both on Undo. */
export function DeleteDiary({ name, incomeYear, diary, onDeleted }: DeleteDiaryProps) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation(removeDiary)
  const save = useMutation(saveDiary)
  const saveDays = useMutation(saveDiaryDays)
  const { service, startedOn, costCents } = diary
  const params = { incomeYear, service }
  const handleRemove = () =>
    attemptChange(async () => {
      const { days } = await remove.mutateAsync({ params })
      onDeleted()
      // The first response may have been lost, or another tab may have deleted it first.
      const entered = days.length > 0 ? days : diary.days
      offerUndo('Diary deleted.', async () => {
        await save.mutateAsync({ params, body: { startedOn, costCents, known: null } })
        if (entered.length > 0) await saveDays.mutateAsync({ params: { service }, body: { days: entered } })
      })
    })
  return (
    <>
      <Button variant="quiet" busy={remove.isPending && 'Deleting…'} onClick={() => setIsAsking(true)}>
        Delete diary
      </Button>
      {isAsking && (
        <DeleteRecordDialog
          noun="diary"
          name={`${name}, from ${formatDayUnbroken(startedOn)}`}
          incomeYear={incomeYear}
          onClose={() => setIsAsking(false)}
          onDelete={handleRemove}
        />
      )}
    </>
  )
}
