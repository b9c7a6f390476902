import { receiptCount } from '@docketbox/contract/core/counts'
import type { Input, Output } from '@docketbox/contract/core/endpoint'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { BulkAction } from '@docketbox/contract/receipts/search-endpoints'
import { useMutation } from '@tanstack/react-query'
import { isUnanswered } from '#platform/api/error.ts'
import { mutation } from '#platform/api/query.ts'
import { useSendOnce } from '#platform/api/use-send-once.ts'
import { offerUndo, toast, toastError } from '#ui/feedback/toast.ts'
import { readings } from '../mutations.ts'

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
  const bulk = useSendOnce(receiptEndpoints.bulk, readings)
  const undoBulk = useMutation(mutation(receiptEndpoints.undoBulk, readings))
  const undo = async (changeId: string, type: BulkAction['type']) => {
    const { changed } = await undoBulk.mutateAsync({ params: { changeId } })
    if (changed === 0) toast.info(tooLate(type))
    else toast.success(type === 'read' ? 'Reading stopped.' : `${receiptCount(changed)} restored.`)
  }
  const confirm = (
    { changed, undo: changeId }: Output<typeof receiptEndpoints.bulk>,
    type: BulkAction['type'],
  ) => {
    const text = done[type](receiptCount(changed))
    if (changeId) offerUndo(text, () => undo(changeId, type))
    else toast.success(text)
  }
  const change = async (body: Input<typeof receiptEndpoints.bulk>['body']) => {
    const made = await bulk.mutateAsync({ body }).catch((error: Error) => {
      if (!body.filter || !isUnanswered(error)) throw error
      // It may have been made: the filter could by now match receipts the user didn't choose.
      toastError(error)
    })
    if (made) confirm(made, body.action.type)
    clearSelection()
  }
  return { change, isPending: bulk.isPending }
}
