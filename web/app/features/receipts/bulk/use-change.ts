import { receiptCount } from '@docketbox/contract/core/counts'
import type { Input } from '@docketbox/contract/core/endpoint'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { BulkAction } from '@docketbox/contract/receipts/search-endpoints'
import { useMutation } from '@tanstack/react-query'
import { isUnanswered } from '#platform/api/error.ts'
import { mutation } from '#platform/api/query.ts'
import { toast } from '#ui/feedback/toast.ts'
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
  // Not callbacks of `mutate`: its component has unmounted by then.
  const undo = (changeId: string, type: BulkAction['type']) =>
    void undoBulk
      .mutateAsync({ params: { changeId } })
      .then(({ changed }) => {
        if (changed === 0) toast.info(tooLate(type))
        else toast.success(type === 'read' ? 'Reading stopped.' : `${receiptCount(changed)} restored.`)
      })
      .catch(({ message }: Error) =>
        toast.error(message, {
          action: { label: 'Try again', onPress: () => undo(changeId, type) },
        }),
      )
  const change = (body: Input<typeof receiptEndpoints.bulk>['body']) =>
    void bulk
      .mutateAsync({ body })
      .then(({ changed, undo: changeId }) => {
        toast.success(done[body.action.type](receiptCount(changed)), {
          ...(changeId && { action: { label: 'Undo', onPress: () => undo(changeId, body.action.type) } }),
        })
        clearSelection()
      })
      .catch(() => undefined) // `onError` has said so.
  return { change, isPending: bulk.isPending }
}
