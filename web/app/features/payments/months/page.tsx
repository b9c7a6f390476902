import { paymentTexts } from '@docketbox/contract/payments/endpoints'
import { type PlanCard, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { planCards } from '#features/subscriptions'
import { pageMeta } from '#platform/page/meta.ts'
import { Amount } from '#ui/data/amount.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { useMonthChoice } from './choice.ts'
import { MonthPicker } from './picker.tsx'
import { PlanSummary } from './summary.tsx'
import { offeredMonths } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Choose your months' })

/** Buying single months: tick them, see the sum, look at it again, pay. */
export default function PricingDurationPage() {
  const plans = useQuery(planCards)
  const months = useQuery(offeredMonths)
  const navigate = useNavigate()
  const isSummary = useSearchParams()[0].get('step') === 'summary'
  const pro = plans.data && soldByMonth(plans.data.docs)
  return (
    <div className="grid max-w-3xl gap-6">
      <div>
        <button
          type="button"
          onClick={() => void navigate(-1)}
          className="-ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-md px-1 text-sm font-semibold text-leaf-deep hover:underline"
        >
          <span aria-hidden="true">←</span> Back
        </button>
        <PageHeading>{isSummary ? 'Plan summary' : 'Choose your months'}</PageHeading>
      </div>
      {(plans.isPending || months.isPending) && (
        <Loading label="Loading months" className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </Loading>
      )}
      {(plans.isError || months.isError) && (
        <ErrorState
          onRetry={() => void Promise.all([plans.refetch(), months.refetch()])}
          isRetrying={plans.isRefetching || months.isRefetching}
        >
          {planTexts.notFetched}
        </ErrorState>
      )}
      {plans.data && !pro && <EmptyState title={planTexts.noPlans} />}
      {pro && months.data && <Choosing plan={pro} offered={months.data.months} />}
    </div>
  )
}

/** Pro, or should it be gone, whatever else is paid by the month. */
function soldByMonth(plans: readonly PlanCard[]): PlanCard | undefined {
  const monthly = plans.filter(({ months, priceCents }) => months === 1 && priceCents > 0)
  return monthly.find(({ name }) => name === 'Pro') ?? monthly[0]
}

type ChoosingProps = { plan: PlanCard; offered: Parameters<typeof useMonthChoice>[0] }

function Choosing({ plan, offered }: ChoosingProps) {
  const { chosen, isSummary, toggle, goToSummary } = useMonthChoice(offered)
  const [isMissing, setIsMissing] = useState(false)
  if (isSummary)
    return <PlanSummary plan={plan} months={offered.filter(({ month }) => chosen.includes(month))} />
  if (offered.every(({ isTaken }) => isTaken)) return <NothingLeft offered={offered} />
  return (
    <>
      <p className="text-soft">
        The {plan.name} plan, <Amount cents={plan.priceCents} /> a month. Each month is yours from its first
        day to its last; nothing renews by itself.
      </p>
      <MonthPicker
        offered={offered}
        chosen={chosen}
        onToggle={(month) => {
          setIsMissing(false)
          toggle(month)
        }}
      />
      {isMissing && (
        <Notice tone="danger" role="alert">
          {paymentTexts.noMonths}
        </Notice>
      )}
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <p aria-live="polite">
          {chosen.length} {chosen.length === 1 ? 'month' : 'months'}:{' '}
          <Amount cents={plan.priceCents * chosen.length} className="text-xl font-semibold" />
        </p>
        <Button
          size="large"
          className="max-sm:w-full"
          onClick={() => (chosen.length === 0 ? setIsMissing(true) : goToSummary())}
        >
          Proceed to Payment
        </Button>
      </Card>
    </>
  )
}

/** A plan that renews covers every month, and so may months that were bought one by one. */
function NothingLeft({ offered }: { offered: ChoosingProps['offered'] }) {
  return (
    <>
      <Notice tone="success">
        All twelve months are already yours.{' '}
        <Link to="/upgrade" className="font-semibold underline">
          Manage Subscription
        </Link>
      </Notice>
      <MonthPicker offered={offered} chosen={[]} onToggle={() => undefined} />
    </>
  )
}
