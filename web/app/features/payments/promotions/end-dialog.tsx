import { type Promotion, promotionRefusals } from '@docketbox/contract/payments/promotion-endpoints'
import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { isRefusedWith } from '#platform/api/error.ts'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { sayUnfinished } from '#ui/overlay/discard-changes.tsx'
import { endPromotion } from './queries.ts'

type EndPromotionProps = {
  promotion: Promotion
  /** Gets the focus once the code's button is gone. */
  focusAfter: RefObject<HTMLElement | null>
  /** Stripe didn't confirm it, so the server keeps trying. */
  onPending: (promotion: Promotion) => void
  onClose: () => void
}

export function EndPromotionDialog({ promotion, focusAfter, onPending, onClose }: EndPromotionProps) {
  const { _id: id, code } = promotion
  const { mutate, isPending, error } = useMutation(endPromotion)
  const isUnconfirmed = (error: Error) => isRefusedWith(error, promotionRefusals.endPending)

  function end() {
    const options = {
      onSuccess: () => {
        toast.success(`${code} has ended.`)
        onClose()
      },
      onError: (error: Error) => {
        if (!isUnconfirmed(error)) return
        onPending(promotion)
        onClose()
      },
    }
    mutate({ params: { id } }, options)
  }

  return (
    <AlertDialog
      title={`End ${code}?`}
      onClose={() => (isPending ? sayUnfinished() : onClose())}
      confirm={`End ${code}`}
      busy={isPending && 'Ending…'}
      onConfirm={end}
      fallbackFocus={focusAfter}
    >
      <p>No one can use it any more, even on pages that are open. This can’t be undone.</p>
      <ErrorNotice className="mt-4">{error && !isUnconfirmed(error) && error.message}</ErrorNotice>
    </AlertDialog>
  )
}
