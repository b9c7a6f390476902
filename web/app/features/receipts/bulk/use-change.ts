import { receiptCount } from '@docketbox/contract/core/counts'
import type { Input } from '@docketbox/contract/core/endpoint'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { BulkAction } from '@docketbox/contract/receipts/search-endpoints'
import { useMutation } from '@tanstack/react-query'
import { isUnanswered } from '#platform/api/error.ts'
import { mutation } from '#platform/api/query.ts'
import { offerUndo, toast } from '#ui/feedback/toast.ts'
import { receiptReads } from '../mutations.ts'

const done: Record<BulkAction['type'], (receipts: string) => string> = {
  move: (receipts) => `${receipts} moved.`,
  workUse: (receipts) => `Work use set for ${receipts}.`,
  date: (receipts) => `Date set for ${receipts}.`,
  delete: (receipts) => `${receipts} deleted.`,
  read: (receipts) => `Reading ${receipts} again.`,
}

function tooLate(type: BulkAction['type']): string {
  return type === 'read'
    ? 'These receipts have already been read.'
    : 'These receipts have changed since then, so we left them alone.'
}

/** Changes many receipts at once; the toast offers Undo. */
export function useBulkChange({ clearSelection }: { clearSelection: () => void }) {
  const bulk = useMutation({
    ...mutation(receiptEndpoints.bulk, { invalidates: receiptReads }),
    // It may have been made: a filter could by now match receipts the user didn't choose.
    onError: (error, { body }) => {
      if (body.filter && isUnanswered(error)) clearSelection()
      toast.error(error.message)
    },
  })
  const undoBulk = useMutation(mutation(receiptEndpoints.undoBulk, { invalidates: receiptReads }))
  const undo = async (changeId: string, type: BulkAction['type']) => {
    const { changed } = await undoBulk.mutateAsync({ params: { changeId } })
    if (changed === 0) toast.info(tooLate(type))
    else toast.success(type === 'read' ? 'Reading stopped.' : `${receiptCount(changed)} restored.`)
  }
  const change = async (body: Input<typeof receiptEndpoints.bulk>['body']) => {
    const { changed, undo: changeId } = await bulk.mutateAsync({ body })
    const text = done[body.action.type](receiptCount(changed))
    if (changeId) offerUndo(text, () => undo(changeId, body.action.type))
    else toast.success(text)
    clearSelection()
  }
  return { change, isPending: bulk.isPending }
}
