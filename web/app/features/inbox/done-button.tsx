import { Check, Undo2 } from 'lucide-react'
import { Button } from '#ui/forms/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useSetDone } from './queries.ts'

/** Marks an item as dealt with, or takes the mark back. */
export function DoneButton({ itemId, isDone }: { itemId: string; isDone: boolean }) {
  const setDone = useSetDone()
  const change = () =>
    setDone.mutate({ itemId, isDone: !isDone }, { onError: (error) => toast.error(error.message) })
  return (
    <Button
      variant={isDone ? 'quiet' : 'secondary'}
      size="small"
      icon={isDone ? <Undo2 className="size-4" /> : <Check className="size-4" />}
      busy={setDone.isPending && 'Saving…'}
      onClick={change}
    >
      {isDone ? 'Reopen' : 'Mark done'}
    </Button>
  )
}
