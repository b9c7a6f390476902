import { useMutation } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { onFirstClick } from '#ui/controls/first-click.ts'
import { toastError } from '#ui/feedback/toast.ts'
import { setDone } from './queries.ts'

export function DoneButton({ itemId, isDone }: { itemId: string; isDone: boolean }) {
  const { mutate, isPending } = useMutation({ ...setDone, onError: toastError })
  return (
    <Button
      variant={isDone ? 'quiet' : 'secondary'}
      size="small"
      icon={isDone ? Undo2 : Check}
      busy={isPending && 'Saving…'}
      onClick={onFirstClick(() => mutate({ params: { itemId }, body: { isDone: !isDone } }))}
    >
      {isDone ? 'Reopen' : 'Mark done'}
    </Button>
  )
}
