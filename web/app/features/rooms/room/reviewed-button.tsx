import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { mark, removeNote, roomNotes } from '../queries.ts'

/** Marks a receipt or a year as reviewed, or takes that back. */
export function ReviewedButton({ about }: { about: { receipt: string } | { incomeYear: string } }) {
  const { data } = useQuery(roomNotes(about))
  const add = useMutation({ ...mark, onError: toastError })
  const unmark = useMutation({ ...removeNote, onError: toastError })
  const note = data?.docs.find(
    ({ kind, receipt }) => kind === 'reviewed' && ('receipt' in about || receipt === null),
  )
  return (
    <div>
      <Button
        variant={note ? 'primary' : 'secondary'}
        icon={<CircleCheck className="size-4.5" />}
        busy={(add.isPending || unmark.isPending) && 'Saving…'}
        onClick={() =>
          note
            ? unmark.mutate({ params: { noteId: note._id } })
            : add.mutate({ body: { kind: 'reviewed', about } })
        }
      >
        {note ? 'Reviewed' : 'Mark as reviewed'}
      </Button>
    </div>
  )
}
