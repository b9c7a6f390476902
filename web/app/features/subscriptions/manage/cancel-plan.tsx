import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastPlanDate } from '#platform/format/plan-dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { credit } from '../queries.ts'
import { useCancellation } from './use-cancellation.ts'

type CancelPlanProps = {
  isRenewing: boolean
  /** The end of what's paid; null while a renewal is outstanding. */
  endsAt: string | null
  /** That renewal is being paid. */
  isRenewalPending?: boolean
}

/** Cancels the subscription at the end of the paid period, or resumes it. */
export function CancelPlan({ isRenewing, endsAt, isRenewalPending = false }: CancelPlanProps) {
  const [isAsking, setIsAsking] = useState(false)
  const cancellation = useCancellation(endsAt, () => setIsAsking(false))
  const { setCancelled, pending, isChecking, problem, clearProblem } = cancellation
  // The plan may have changed since, such as in another tab.
  const failure = problem?.isCancelled === isRenewing && problem.message
  const notice = <ErrorNotice>{isChecking ? paymentTexts.noResponse : failure}</ErrorNotice>
  const busy = pending && (pending.isCancelled ? 'Cancelling…' : 'Resuming…')
  const ask = (isAsking: boolean) => {
    clearProblem()
    setIsAsking(isAsking)
  }

  if (!isRenewing) {
    return (
      <>
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => {
            setIsAsking(false)
            setCancelled(false)
          }}
        >
          Keep my plan
        </Button>
        {notice}
      </>
    )
  }
  return (
    <>
      <Button variant="quiet" className="max-sm:-ml-4" busy={!isAsking && busy} onClick={() => ask(true)}>
        Cancel plan
      </Button>
      {!isAsking && notice}
      <AlertDialog
        title="Cancel your plan?"
        open={isAsking}
        onClose={() => ask(false)}
        confirm="Cancel plan"
        cancel="Keep my plan"
        busy={busy}
        onConfirm={() => setCancelled(true)}
      >
        {isChecking ? (
          notice
        ) : (
          <>
            {failure && <ErrorNotice className="mb-4">{failure}</ErrorNotice>}
            <WhatHappens endsAt={endsAt} isRenewalPending={isRenewalPending} />
          </>
        )}
      </AlertDialog>
    </>
  )
}

function consequenceOf(endsAt: string | null, isRenewalPending: boolean): string {
  if (isRenewalPending)
    return 'Your latest payment may still go through. If it does, you’ll have your plan for one more period. It won’t renew after that.'
  if (endsAt === null) return 'Your renewal hasn’t been paid, so your plan ends now and you won’t be charged.'
  return `You can use it until ${lastPlanDate(endsAt)} and won’t be charged again.`
}

function WhatHappens({ endsAt, isRenewalPending = false }: Omit<CancelPlanProps, 'isRenewing'>) {
  const { creditCents } = useQuery(credit).data ?? { creditCents: 0 }
  return (
    <>
      {consequenceOf(endsAt, isRenewalPending)} You’ll keep your receipts.
      {creditCents > 0 && (
        <>
          {' '}
          Your {formatCents(creditCents)} credit stays in your account for your next payment. If you’d like it
          refunded instead, <TextLink to={paths.contact}>contact us</TextLink>.
        </>
      )}
    </>
  )
}
