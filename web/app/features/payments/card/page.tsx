import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { Amount } from '#ui/data/amount.tsx'
import { BackLink } from '#ui/layout/back-link.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { CardForm } from './form.tsx'
import { choiceIn } from '../months/choice.ts'
import { type MonthChoice, paymentOf, stripeLibrary } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Payment' })

/** The card form for the months that were chosen. */
export default function CreatePaymentPage() {
  const choice = choiceIn(useLocation().state)
  if (!choice) return <Navigate to="/pricing-duration" replace />
  return (
    <div className="grid max-w-md gap-6">
      <div>
        <BackLink to={`/pricing-duration?months=${choice.months.join(',')}`}>Choose other months</BackLink>
        <PageHeading>Payment</PageHeading>
      </div>
      <Paying choice={choice} />
    </div>
  )
}

function Paying({ choice }: { choice: MonthChoice }) {
  const payment = useQuery(paymentOf(choice))
  const library = useQuery(stripeLibrary)

  if (payment.error)
    return (
      <NotPrepared
        error={payment.error}
        onRetry={() => void payment.refetch()}
        isRetrying={payment.isFetching}
      />
    )
  if (library.error) {
    return (
      <ErrorState onRetry={() => void library.refetch()} isRetrying={library.isFetching}>
        The card form could not be loaded. Nothing was charged.
      </ErrorState>
    )
  }
  if (!payment.data || !library.data) {
    return (
      <Loading label="Preparing your payment" className="grid gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-56" />
      </Loading>
    )
  }
  return (
    <>
      <Card className="flex items-center justify-between gap-4">
        <span>{choice.months.join(', ')}</span>
        <Amount cents={payment.data.amountCents} className="text-xl font-semibold" />
      </Card>
      <CardForm
        stripe={library.data}
        clientSecret={payment.data.clientSecret}
        amountCents={payment.data.amountCents}
      />
    </>
  )
}

type NotPreparedProps = { error: Error; onRetry: () => void; isRetrying: boolean }

function NotPrepared({ error, onRetry, isRetrying }: NotPreparedProps) {
  if (error instanceof ApiError && error.code === paymentRefusals.monthsTaken.code) {
    return (
      <EmptyState
        title="Already yours"
        action={<ButtonLink to="/pricing-duration">Choose other months</ButtonLink>}
      >
        {error.fields['months'] ?? error.message}
      </EmptyState>
    )
  }
  return (
    <ErrorState onRetry={onRetry} isRetrying={isRetrying}>
      {error instanceof ApiError ? error.message : paymentTexts.unexpected}
    </ErrorState>
  )
}
