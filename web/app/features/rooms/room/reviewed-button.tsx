import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { plainDate } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { mark, removeNote, roomNotes } from '../queries.ts'

/**
 * Marks a receipt or a year as reviewed, takes that back, or does it again once the receipt has changed.
 * @param about `known`: the `reviewableHash` of the receipt that's on screen.
 */
export function ReviewedButton({
  about,
}: {
  about: { receipt: string; known: string } | { incomeYear: string }
}) {
  const { data } = useQuery(roomNotes('receipt' in about ? { receipt: about.receipt } : about))
  const add = useMutation({ ...mark, onError: toastError })
  const unmark = useMutation({ ...removeNote, onError: toastError })
  const note = data?.docs.find(
    ({ kind, receipt }) => kind === 'reviewed' && ('receipt' in about || receipt === null),
  )
  const isReviewed = note !== undefined && !note.hasChanged
  return (
    <div className="grid justify-items-start gap-2">
      {note?.hasChanged && (
        <p className="text-sm text-wattle-deep">This receipt has changed since you reviewed it.</p>
      )}
      {note?.receipt === null && (
        <p className="text-sm text-soft">
          You reviewed this year on {plainDate(note.createdAt)}. It may have changed since.
        </p>
      )}
      <Button
        variant={isReviewed ? 'primary' : 'secondary'}
        icon={CircleCheck}
        busy={(add.isPending || unmark.isPending) && 'Saving…'}
        onClick={() =>
          isReviewed
            ? unmark.mutate({ params: { noteId: note._id } })
            : add.mutate({ body: { kind: 'reviewed', about } })
        }
      >
        {isReviewed ? 'Reviewed' : 'Mark as reviewed'}
      </Button>
    </div>
  )
}
