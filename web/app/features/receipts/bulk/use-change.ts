import { receiptCount } from '@docketbox/contract/core/counts'
import type { Input, Output } from '@docketbox/contract/core/endpoint'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { BulkAction } from '@docketbox/contract/receipts/search-endpoints'
import { useMutation } from '@tanstack/react-query'
import { ApiError, isUnanswered } from '#platform/api/error.ts'
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

function stayText(inOtherYear: number): string {
  return inOtherYear === 1
    ? '1 stays in another income year because of its date paid.'
    : `${inOtherYear.toLocaleString('en-AU')} stay in another income year because of their date paid.`
}

function tooLate(type: BulkAction['type'], count: number): string {
  const receipts = count === 1 ? 'This receipt' : 'These receipts'
  return type === 'read'
    ? `${receipts} ${count === 1 ? 'has' : 'have'} already been read.`
    : leftAlone(receipts, count)
}

function leftAlone(receipts: string, count: number): string {
  const [have, them] = count === 1 ? ['has', 'it'] : ['have', 'them']
  return `${receipts} ${have} changed since then, so we left ${them} alone.`
}

function undone(type: BulkAction['type'], changed: number, count: number): string {
  if (type === 'read') return 'Reading stopped.'
  const others = count - changed
  const restored = `${receiptCount(changed)} restored.`
  return others > 0 ? `${restored} ${leftAlone(others.toLocaleString('en-AU'), others)}` : restored
}

const unknown =
  'We didn’t get a response, so we don’t know whether these receipts changed. Check the list before you try again.'

type SelectionChanges = { clearSelection: () => void; deselect: (ids: readonly string[]) => void }

/** Changes many receipts at once; the toast offers Undo. Those that were deleted elsewhere aren't selected any more. */
export function useBulkChange({ clearSelection, deselect }: SelectionChanges) {
  const bulk = useSendOnce(receiptEndpoints.bulk, readings)
  const undoBulk = useMutation(mutation(receiptEndpoints.undoBulk, readings))
  const undo = async (changeId: string, type: BulkAction['type'], count: number) => {
    const { changed } = await undoBulk.mutateAsync({ params: { changeId } })
    if (changed === 0) toast.info(tooLate(type, count))
    else toast.success(undone(type, changed, count))
  }
  const confirm = (
    { changed, inOtherYear = 0, undo: changeId }: Output<typeof receiptEndpoints.bulk>,
    type: BulkAction['type'],
  ) => {
    const text = `${done[type](receiptCount(changed))}${inOtherYear > 0 ? ` ${stayText(inOtherYear)}` : ''}`
    if (changeId) offerUndo(text, () => undo(changeId, type, changed))
    else toast.success(text)
  }
  /** @throws unless all of them are deleted. */
  const leaveOutDeleted = (error: Error, ids: readonly string[]) => {
    if (!(error instanceof ApiError)) throw error
    const deleted = ids.filter((_, index) => `ids.${index}` in error.fields)
    if (deleted.length === 0) throw error
    deselect(deleted)
    // The dialog has no fields for them.
    if (deleted.length < ids.length) throw new ApiError(error.code, error.message, error.status)
  }
  const change = async (body: Input<typeof receiptEndpoints.bulk>['body']) => {
    const send = () => bulk.mutateAsync({ body })
    // Sent twice, it's made once, and Undo is there even if the first response was lost.
    const sendAgain = (error: Error) => (isUnanswered(error) ? send() : Promise.reject(error))
    const made = await send()
      .catch(sendAgain)
      .catch((error: Error) => {
        if (body.ids) {
          leaveOutDeleted(error, body.ids)
          toastError(error)
          // It may have been made: the filter could by now match receipts the user didn't choose.
        } else if (isUnanswered(error)) toast.error(unknown)
        else throw error
      })
    if (made) confirm(made, body.action.type)
    clearSelection()
  }
  return { change, isPending: bulk.isPending }
}
