import { useMutation } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { setDone } from './queries.ts'

/** Marks an item as done, or reopens it. */
export function DoneButton({ itemId, isDone }: { itemId: string; isDone: boolean }) {
  const { mutate, isPending } = useMutation(setDone)
  const change = () =>
    mutate(
      { params: { itemId }, body: { isDone: !isDone } },
      { onError: (error) => toast.error(error.message) },
    )
  return (
    <Button
      variant={isDone ? 'quiet' : 'secondary'}
      size="small"
      icon={isDone ? <Undo2 className="size-4" /> : <Check className="size-4" />}
      busy={isPending && 'Saving…'}
      onClick={change}
    >
      {isDone ? 'Reopen' : 'Mark done'}
    </Button>
  )
}
