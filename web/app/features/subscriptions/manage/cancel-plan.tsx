import { planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { plainDate } from '#platform/format/dates.ts'
import { Button } from '#ui/forms/button.tsx'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useCancelPlan } from '../queries.ts'

type CancelPlanProps = { isRenewing: boolean; isRenewalDue: boolean; until: string }

/** Lets the plan end with what is paid, as easily as it was begun; or takes that back. */
export function CancelPlan({ isRenewing, isRenewalDue, until }: CancelPlanProps) {
  const [isAsked, setIsAsked] = useState(false)
  const cancel = useCancelPlan()

  const set = (isCancelled: boolean) =>
    cancel.mutate(isCancelled, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (thrown) => toast.error(thrown instanceof ApiError ? thrown.message : planTexts.wentWrong),
      onSettled: () => setIsAsked(false),
    })

  if (!isRenewing) {
    return (
      <Button variant="secondary" busy={cancel.isPending && 'Resuming…'} onClick={() => set(false)}>
        Keep my plan
      </Button>
    )
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsked(true)}>
        Cancel plan
      </Button>
      <AlertDialog
        title="Cancel your plan?"
        open={isAsked}
        onOpenChange={setIsAsked}
        confirm="Cancel plan"
        cancel="Keep it"
        busy={cancel.isPending && 'Cancelling…'}
        onConfirm={() => set(true)}
      >
        {isRenewalDue
          ? 'Its renewal is not paid, so it ends now and is not charged. Your receipts stay.'
          : `It stays open until ${plainDate(until)} and is not charged again. Your receipts stay.`}
      </AlertDialog>
    </>
  )
}
