import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import { planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { lastPlanDate } from '#platform/format/plan-dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { cancelPlan, credit } from '../queries.ts'

type CancelPlanProps = {
  isRenewing: boolean
  /** The end of what's paid; null while a renewal is outstanding. */
  endsAt: string | null
}

/** Cancels the subscription at the end of the paid period, or resumes it. */
export function CancelPlan({ isRenewing, endsAt }: CancelPlanProps) {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useMutation(cancelPlan)
  const { creditCents } = useQuery(credit).data ?? { creditCents: 0 }

  const setCancelled = (isCancelled: boolean) =>
    cancel.mutate(
      { body: { isCancelled } },
      {
        onSuccess: ({ message }) => toast.success(message),
        onError: (error) => toast.error(error instanceof ApiError ? error.message : planTexts.wentWrong),
        onSettled: () => setIsAsking(false),
      },
    )

  if (!isRenewing) {
    return (
      <Button variant="secondary" busy={cancel.isPending && 'Resuming…'} onClick={() => setCancelled(false)}>
        Keep my plan
      </Button>
    )
  }
  return (
    <>
      <Button variant="quiet" className="max-sm:-ml-4" onClick={() => setIsAsking(true)}>
        Cancel plan
      </Button>
      <AlertDialog
        title="Cancel your plan?"
        open={isAsking}
        onOpenChange={setIsAsking}
        confirm="Cancel plan"
        cancel="Keep my plan"
        busy={cancel.isPending && 'Cancelling…'}
        onConfirm={() => setCancelled(true)}
      >
        {endsAt === null
          ? 'Your renewal hasn’t been paid, so your plan ends now and you won’t be charged. You’ll keep your receipts.'
          : `You can use it until ${lastPlanDate(endsAt)} and won’t be charged again. You’ll keep your receipts.`}
        {creditCents > 0 && (
          <>
            {' '}
            Your {formatCents(creditCents)} credit stays in your account for your next payment. If you’d like
            it refunded instead, <TextLink to={paths.contact}>contact us</TextLink>.
          </>
        )}
      </AlertDialog>
    </>
  )
}
