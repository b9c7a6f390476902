import { type PlanCard, planTexts } from '@docketbox/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loggedUser } from '#features/auth'
import { plainDate } from '#platform/dates'
import { pageMeta } from '#platform/meta'
import { Amount } from '#ui/amount'
import { BackLink } from '#ui/app-shell'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { PageHeading } from '#ui/page-heading'
import { Loading, Skeleton } from '#ui/skeleton'
import { Badge } from '#ui/stamp'
import { EmptyState, ErrorState } from '#ui/states'
import { CancelPlan } from './cancel-plan.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { endWord } from './manage-subscription.tsx'
import { openPaymentLink } from './open-link.ts'
import { planCards } from './queries.ts'
import { standingOf } from './standing.ts'

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
          action={<ButtonLink to="/subscription">Subscribe Now</ButtonLink>}
        >
          Choose a plan to scan and upload receipts. What you have kept stays yours.
        </EmptyState>
      )}
      {person?.subs_details && person.subscription && plans.data && (
        <>
          <Card className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-lg">{person.subs_details.planName} plan</h2>
              <Badge tone={standingOf(person).tone}>{standingOf(person).words}</Badge>
            </div>
            <p className="text-soft">
              {endWord(person)} on {plainDate(person.subs_details.currentPeriodEnd)}.
            </p>
            <div className="flex flex-wrap gap-3">
              {person.portal && (
                <ButtonLink to="/portal" variant="secondary">
                  Card and invoices
                </ButtonLink>
              )}
              {person.portal && (
                <CancelPlan
                  isRenewing={person.subscription.isRenewing}
                  until={person.subs_details.currentPeriodEnd}
                />
              )}
            </div>
          </Card>
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
