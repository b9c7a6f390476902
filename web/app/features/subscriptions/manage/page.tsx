import { type PlanCard, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loggedUser } from '#features/auth'
import { pageMeta } from '#platform/page/meta.ts'
import { Amount } from '#ui/data/amount.tsx'
import { BackLink } from '#ui/layout/back-link.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { openPaymentLink } from '../payment-link.ts'
import { planCards } from '../queries.ts'
import { planInWords } from '../plan-status.ts'

export const meta = () => pageMeta({ title: 'Manage Subscription' })

/** The plan one has, what it could be changed to and at what price, and how it ends. */
export default function UpgradePage() {
  const me = useQuery(loggedUser)
  const plans = useQuery(planCards)
  const [chosen, setChosen] = useState<PlanCard>()
  const isPending = me.isPending || plans.isPending
  const isError = me.isError || plans.isError
  const person = me.data
  const others = (plans.data?.docs ?? []).filter(
    ({ priceCents, button }) => priceCents > 0 && button.label === 'Subscribe',
  )

  return (
    <div className="grid gap-6">
      <div>
        <BackLink to="/dashboard">Dashboard</BackLink>
        <PageHeading>Manage Subscription</PageHeading>
      </div>
      {isPending && (
        <Loading label="Loading your plan" className="grid gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-24" />
        </Loading>
      )}
      {isError && (
        <ErrorState
          onRetry={() => void Promise.all([me.refetch(), plans.refetch()])}
          isRetrying={me.isRefetching || plans.isRefetching}
        >
          {planTexts.notFetched}
        </ErrorState>
      )}
      {person && plans.data && !person.subscription && (
        <EmptyState
          title="No Active Subscription"
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <ButtonLink to="/subscription">Subscribe Now</ButtonLink>
              {person.portal && (
                <ButtonLink to="/portal" variant="secondary">
                  Card and invoices
                </ButtonLink>
              )}
            </div>
          }
        >
          {person.incoming
            ? planInWords(person)
            : 'Choose a plan to scan and upload receipts. What you have kept stays yours.'}
        </EmptyState>
      )}
      {person?.subscription && plans.data && (
        <>
          <CurrentPlan person={person} subscription={person.subscription} />
          <section className="grid gap-3" aria-labelledby="other-plans">
            <h2 id="other-plans" className="text-lg">
              Other plans
            </h2>
            {others.map((plan) => (
              <Card key={plan._id} className="flex flex-wrap items-center justify-between gap-4">
                <div>
                  <h3 className="font-semibold">{plan.name}</h3>
                  <p className="text-sm text-soft">
                    <Amount cents={plan.priceCents} /> {plan.cycleLabel}
                  </p>
                </div>
                <Button
                  onClick={() =>
                    plan.button.action === 'changePlan' ? setChosen(plan) : openPaymentLink(plan.link)
                  }
                >
                  {person.change?.plan === plan._id ? person.change.label : `Change to ${plan.name}`}
                </Button>
              </Card>
            ))}
          </section>
        </>
      )}
      {chosen && <ChangePlanDialog plan={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}
