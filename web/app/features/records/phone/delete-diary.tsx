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
  const { service, startedOn } = diary
  const params = { incomeYear, service }
  const handleRemove = () =>
    attemptChange(async () => {
      const { deleted } = await remove.mutateAsync({ params })
      onDeleted()
      if (!deleted) return
      const { days, ...details } = deleted
      offerUndo('Diary deleted.', async () => {
        await save.mutateAsync({ params, body: { ...details, known: null } })
        if (days.length > 0) await saveDays.mutateAsync({ params: { service }, body: { days } })
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
