import { receiptCount } from '@docketbox/contract/core/counts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { mutation } from '#platform/api/query.ts'
import { shortTime } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { receiptReads } from '../mutations.ts'

const restoreDeleted = mutation(receiptEndpoints.restoreDeleted, { invalidates: receiptReads })

/** Above receipts that were deleted together: restores all of them, including those on other pages. */
export function RestoreTogether({ deletedAt }: { deletedAt: string }) {
  const restore = useMutation({
    ...restoreDeleted,
    // Not a callback of `mutate`: it may be gone by then.
    onSuccess: ({ restored }) =>
      restored > 0
        ? toast.success(`${receiptCount(restored)} restored.`)
        : toast.info('These receipts have already been restored or deleted.'),
    onError: toastError,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <p className="text-sm text-soft">Deleted together on {shortTime(deletedAt)}</p>
      <Button
        variant="quiet"
        size="small"
        icon={Undo2}
        iconClassName="size-4.5"
        busy={restore.isPending && 'Restoring…'}
        onClick={() => restore.mutate({ body: { deletedAt } })}
      >
        Restore them all
      </Button>
    </li>
  )
}
