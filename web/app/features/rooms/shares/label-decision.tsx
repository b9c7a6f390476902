import type { Note } from '@docketbox/contract/rooms/schemas'
import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo } from '#ui/feedback/toast.ts'
import { answerNote, undoDecision } from '../queries.ts'

/** Accepts or declines a proposed deduction label; the toast offers Undo. */
export function LabelDecision({ note }: { note: Note }) {
  const answer = useMutation(answerNote)
  const undoAnswer = useMutation(undoDecision)
  const saving = answer.isPending ? answer.variables.body.accept : undefined
  const params = { noteId: note._id }
  const decide = (accept: boolean) => {
    if (answer.isPending) return
    // Not callbacks of `mutate`: this has unmounted by then.
    attemptChange(async () => {
      await answer.mutateAsync({ params, body: { accept } })
      offerUndo(
        accept ? 'Label confirmed.' : 'Proposal declined.',
        () => undoAnswer.mutateAsync({ params }),
        'The proposal is open again.',
      )
    })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" busy={saving === true && 'Saving…'} onClick={() => decide(true)}>
        Accept
      </Button>
      <Button
        variant="secondary"
        size="small"
        busy={saving === false && 'Saving…'}
        onClick={() => decide(false)}
      >
        Decline
      </Button>
    </div>
  )
}
