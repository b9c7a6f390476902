import { formatCents } from '@docketbox/contract/core/money'
import type { CustomerCredit } from '@docketbox/contract/payments/credit-refund-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { LoadError } from '#ui/data/load-error.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { customerCredit } from '../queries.ts'
import { RefundCreditDialog } from './refunds/credit-dialog.tsx'

/** The credit of the user whose payments are listed, and a button to refund it. Renders nothing if there's none. */
export function CreditOfUser({ userId }: { userId: string }) {
  const query = useQuery(customerCredit(userId))
  const { data } = query
  const [isRefunding, setIsRefunding] = useState(false)
  // What's typed into the dialog stays when someone else refunds the credit.
  if (!data)
    return query.errorUpdateCount === 0 ? (
      <Loading label="Loading their credit" blocks={['h-19']} />
    ) : (
      <LoadError query={query}>We couldn’t load their credit.</LoadError>
    )
  if (data.creditCents + data.refundingCents === 0 && !isRefunding) return null
  return (
    <section
      aria-label="Credit"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-sheet px-4 py-3"
    >
      <div className="grid gap-1">
        <p>
          Credit <strong className="figures">{formatCents(data.creditCents)}</strong>
        </p>
        <p className="text-sm text-soft">{explain(data)}</p>
      </div>
      {data.refundableCents > 0 && data.refundingCents === 0 && (
        <Button size="small" variant="secondary" onClick={() => setIsRefunding(true)}>
          Refund credit
        </Button>
      )}
      {isRefunding && (
        <RefundCreditDialog userId={userId} credit={data} onClose={() => setIsRefunding(false)} />
      )}
    </section>
  )
}

function explain({ creditCents, refundableCents, refundingCents }: CustomerCredit): string {
  if (refundingCents > 0) return `${formatCents(refundingCents)} is being refunded.`
  if (refundableCents === 0) return 'You can’t refund it, because they didn’t pay for it.'
  if (refundableCents < creditCents)
    return `You can refund ${formatCents(refundableCents)} of it. They didn’t pay for the rest.`
  return 'It goes towards their next payments.'
}
