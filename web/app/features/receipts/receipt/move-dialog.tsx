import { receiptTitle } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categories, CategoryMark } from '#features/categories'
import { ApiError, isRefusedWith } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Dialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { CancelButton } from '#ui/overlay/form-dialog.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useMoveReceipt } from '../mutations.ts'
import { ReceiptSubtitle } from './receipt-lines.tsx'

type MoveDialogProps = {
  receipt: Receipt
  onClose: () => void
  onMoved?: () => void
}

export function MoveDialog({ receipt, onClose, onMoved }: MoveDialogProps) {
  const { data = [] } = useQuery(categories)
  const move = useMoveReceipt()
  // Where it was when asked: a move without a response may have been made.
  const [from] = useState(receipt.category)
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const isOtherChosen = chosen !== undefined && chosen !== from
  const { requestClose, confirmation } = useConfirmDiscard(isOtherChosen, onClose, move.isPending)

  function handleMove() {
    if (!chosen) return setProblem(receiptTexts.categoryRequired)
    if (chosen === from) return setProblem(receiptRefusals.sameCategory.message)
    const input = { params: { uploadId: receipt._id }, body: { category: chosen } }
    // Not a callback of `mutate`: the row unmounts optimistically, and this dialog with it.
    attemptChange(
      async () => {
        await move.mutateAsync(input).catch((error: Error) => {
          // It's there already, if the first response was lost or another tab moved it.
          if (!isRefusedWith(error, receiptRefusals.sameCategory)) throw error
        })
        toast.success(receiptTexts.moved)
        onClose()
        onMoved?.()
      },
      (error) => {
        const message = moveErrorMessage(error)
        setProblem(message)
        return message
      },
    )
  }

  return (
    <Dialog
      onClose={requestClose}
      title="Move to another category"
      description={
        <>
          {receiptTitle(receipt)}
          <ReceiptSubtitle receipt={receipt} />
        </>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">Category</legend>
        {data.map(({ _id, name }) => (
          <label
            key={_id}
            className={classNames(
              'flex min-h-14 items-center gap-3 rounded-md border px-3 py-2',
              chosen === _id ? 'border-leaf bg-leaf-tint' : 'border-line',
            )}
          >
            <input
              type="radio"
              name="category"
              className="choice-box"
              checked={chosen === _id}
              onChange={() => {
                setChosen(_id)
                setProblem(undefined)
              }}
            />
            <CategoryMark name={name} size="small" />
            <span className="min-w-0">
              {name}
              {_id === from && <span className="block text-xs text-soft">Current category</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <ErrorNotice className="mt-4">{problem}</ErrorNotice>
      <DialogActions>
        <CancelButton />
        <Button busy={move.isPending && 'Moving…'} onClick={handleMove}>
          Move
        </Button>
      </DialogActions>
      {confirmation}
    </Dialog>
  )
}

function moveErrorMessage(error: Error): string {
  if (!(error instanceof ApiError) || error.status === 0) return receiptTexts.moveFailed
  return error.status < 500 ? error.message : receiptTexts.notMoved
}
