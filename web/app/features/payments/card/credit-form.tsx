import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { creditOutcome, type MonthSelection, payWithCredit } from '../queries.ts'

type CreditFormProps = { selection: MonthSelection; creditCents: number }

/** Pays for months with credit that covers the whole price; no card is needed. */
export function CreditForm({ selection, creditCents }: CreditFormProps) {
  const navigate = useNavigate()
  const pay = useMutation(payWithCredit)
  const client = useQueryClient()
  const isUnanswered = pay.error instanceof ApiError && pay.error.code === paymentRefusals.outcomeUnknown.code
  const { data: outcome } = useQuery({ ...creditOutcome(selection, pay.submittedAt), enabled: isUnanswered })
  const isDone = isUnanswered && outcome?.state === 'done'
  const failure = isUnanswered && outcome?.state === 'notDone' ? outcome.message : undefined
  useEffect(() => {
    if (!isDone) return
    void client.invalidateQueries({ refetchType: 'none' })
    void navigate(paths.subscribed, { replace: true })
  }, [client, isDone, navigate])
  return (
    <div className="grid gap-5">
      <p>Your credit covers the whole price, so there’s nothing to pay.</p>
      <ErrorNotice>{failure ?? (pay.error && messageOf(pay.error))}</ErrorNotice>
      {(!isUnanswered || failure) && (
        <Button
          size="large"
          wide
          busy={pay.isPending && 'Paying…'}
          onClick={() =>
            pay.mutate(
              { body: selection },
              { onSuccess: () => void navigate(paths.subscribed, { replace: true }) },
            )
          }
        >
          Use {formatCents(creditCents)} credit
        </Button>
      )}
      <p className="text-sm text-soft">We’ll email you a tax invoice.</p>
    </div>
  )
}

function messageOf(error: Error): string {
  return error instanceof ApiError && error.hasServerMessage ? error.message : paymentTexts.unexpected
}
