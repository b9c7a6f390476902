import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import type { MonthsOrder } from '@docketbox/contract/payments/endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ApiError, isRefusedWith, isUnanswered } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { payWithCredit } from '../queries.ts'
import { sentOrder } from './sent-order.ts'

type CreditFormProps = {
  selection: MonthsOrder
  creditCents: number
  /** Why the last attempt failed. */
  failure: string | undefined
  /** The payment may have been made; the text says why we don't know. */
  onUnknown: (text: string) => void
  /** What it was based on has changed: the credit, or which months can be bought. */
  onOutdated: (message: string) => void
}

/** Pays for months with credit that covers the whole price; no card is needed. */
export function CreditForm({ selection, creditCents, failure, onUnknown, onOutdated }: CreditFormProps) {
  const navigate = useNavigate()
  const pay = useMutation({
    ...payWithCredit,
    onMutate: () => sentOrder.save(selection, Date.now()),
    // Here, because it may end after the page was left.
    onSuccess: () => sentOrder.remove(),
    onError: (error) => unknownText(error) === undefined && sentOrder.remove(),
  })
  const submit = () =>
    pay.mutate(
      { body: selection },
      {
        onSuccess: () => void navigate(paths.subscribed, { replace: true, state: { hasPaidMonths: true } }),
        onError: (error) => {
          const text = unknownText(error)
          if (text !== undefined) onUnknown(text)
          else if (error instanceof ApiError && error.status === 409) onOutdated(error.message)
        },
      },
    )
  return (
    <div className="grid gap-5">
      <p>Your credit covers the whole price, so there’s nothing to pay.</p>
      <ErrorNotice>{pay.error ? messageOf(pay.error) : pay.isIdle && failure}</ErrorNotice>
      <Button size="large" wide busy={pay.isPending && 'Paying…'} onClick={submit}>
        Use {formatCents(creditCents)} credit
      </Button>
      <p className="text-sm text-soft">We’ll email you a tax invoice.</p>
    </div>
  )
}

function unknownText(error: Error): string | undefined {
  if (isUnanswered(error)) return paymentTexts.noResponse
  return isRefusedWith(error, paymentRefusals.outcomeUnknown) ? error.message : undefined
}

function messageOf(error: Error): string {
  return error instanceof ApiError && error.hasServerMessage ? error.message : paymentTexts.unexpected
}
