import type { Note } from '@docketbox/contract/rooms/schemas'
import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { answerNote } from '../queries.ts'

/** Accepts or declines a proposed deduction label. */
export function LabelDecision({ note }: { note: Note }) {
  const { mutate, isPending } = useMutation(answerNote)
  const decide = (accept: boolean) =>
    mutate(
      { params: { noteId: note._id }, body: { accept } },
      {
        onSuccess: () => toast.success(accept ? 'Label confirmed.' : 'Proposal declined.'),
        onError: ({ message }) => toast.error(message),
      },
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" busy={isPending && 'Saving…'} onClick={() => decide(true)}>
        Accept
      </Button>
      <Button variant="secondary" size="small" disabled={isPending} onClick={() => decide(false)}>
        Decline
      </Button>
    </div>
  )
}
