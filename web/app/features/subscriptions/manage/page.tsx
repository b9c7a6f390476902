import { paths } from '@docketbox/contract/core/paths'
import { type PlanCard, type PlanState, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loggedUser } from '#features/auth'
import { pageMeta } from '#platform/page/meta.ts'
import { Amount } from '#ui/data/amount.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { CreditNotice } from '../credit.tsx'
import { DebitNotice } from '../debit/notice.tsx'
import { usePendingDebit } from '../debit/pending-debit.ts'
import { DisputeNotice } from '../dispute-notice.tsx'
import { openPaymentLink } from '../payment-link.ts'
import { planSummary, unpaidPlanOf, unpaidRenewalText } from '../plan-status.ts'
import { buttonLabel } from '../plans/card.tsx'
import { cycleText } from '../plans/cycle-text.ts'
import { planCards } from '../queries.ts'
import { storageText } from '../storage/text.ts'
import { CancelPlan } from './cancel-plan.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { sentChange } from './sent-change.ts'

export const meta = () => pageMeta({ title: 'Manage Subscription' })

/** The user's plan, the plans they can change to, and how to cancel. */
export default function ManageSubscriptionPage() {
  const me = useQuery(loggedUser)
  const plans = useQuery(planCards)
  return (
    <Page width="form" title="Manage Subscription" back={{ to: paths.dashboard, label: 'Dashboard' }}>
      <QueryView query={me} loading={skeleton} error={planTexts.notFetched}>
        {(person) => (
          <QueryView query={plans} loading={skeleton} error={planTexts.notFetched}>
            {({ docs }) =>
              person.subscription ? (
                <>
                  <CurrentPlan person={person} subscription={person.subscription} />
                  {person.isDisputed && <DisputeNotice />}
                  <DebitNotice person={person} />
                  {person.unpaidRenewal && <UnpaidRenewal renewal={person.unpaidRenewal} />}
                  <OtherPlans person={person} plans={docs} />
                  <CreditNotice />
                </>
              ) : (
                <>
                  {person.isDisputed && <DisputeNotice />}
                  <DebitNotice person={person} />
                  <NoSubscription person={person} plans={docs} />
                  <CreditNotice />
                </>
              )
            }
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

const skeleton = <Loading label="Loading your plan" className="grid gap-6" blocks={['h-44', 'h-32']} />

type PlanProps = { person: PlanState; plans: readonly PlanCard[] }

/** A renewal that we still try to charge, beside months that were bought since. */
function UnpaidRenewal({ renewal }: { renewal: NonNullable<PlanState['unpaidRenewal']> }) {
  return (
    <Notice tone="warning">
      {unpaidRenewalText(renewal)} <CancelPlan isRenewing endsAt={null} />
    </Notice>
  )
}

function NoSubscription({ person, plans }: PlanProps) {
  const isStarting = usePendingDebit(person) === 'plan'
  const unpaidName = isStarting ? undefined : unpaidPlanOf(person)
  const unpaid = plans.find(({ name }) => name === unpaidName)
  return (
    <EmptyState
      title={unpaidName ? 'We haven’t received your renewal payment' : 'No Active Subscription'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {unpaid && <Button onClick={() => openPaymentLink(unpaid.link)}>Pay now</Button>}
          {!isStarting && (
            <ButtonLink to={paths.plans} variant={unpaid ? 'secondary' : 'primary'}>
              {unpaidName ? 'See the plans' : 'Subscribe Now'}
            </ButtonLink>
          )}
          {person.portal && (
            <ButtonLink to={paths.portal} variant="secondary">
              Billing details
            </ButtonLink>
          )}
          {person.unpaidRenewal && <CancelPlan isRenewing endsAt={null} />}
        </div>
      }
    >
      {person.upcoming || unpaidName || person.isDisputed
        ? planSummary(person)
        : `${isStarting ? 'Once your plan starts, you can' : 'Choose a plan to'} scan and upload receipts. You can always view and download the ones you have.`}
    </EmptyState>
  )
}

function OtherPlans({ person, plans }: PlanProps) {
  const [selected, setSelected] = useState(() =>
    plans.find(({ _id }) => _id === sentChange.load()?.request.plan),
  )
  const isStarting = usePendingDebit(person) === 'plan'
  const others = plans.filter(
    ({ priceCents, button }) =>
      priceCents > 0 &&
      button.label === 'Subscribe' &&
      !isStarting &&
      !(person.isDisputed && button.action === 'changePlan'),
  )
  if (others.length === 0 && !selected) return null
  return (
    <section className="grid gap-3" aria-labelledby="other-plans">
      <h2 id="other-plans" className="text-lg">
        Other plans
      </h2>
      {others.map((plan) => (
        <Card key={plan._id} className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h3 className="font-semibold">{plan.name}</h3>
            <p className="text-sm text-soft">
              <Amount cents={plan.priceCents} /> {cycleText(plan)}, {storageText(plan.storageBytes)}
            </p>
          </div>
          <Button
            onClick={() =>
              plan.button.action === 'changePlan' ? setSelected(plan) : openPaymentLink(plan.link)
            }
          >
            {person.change?.plan === plan._id ? person.change.label : buttonLabel(plan)}
          </Button>
        </Card>
      ))}
      {selected && (
        <ChangePlanDialog
          plan={selected}
          isDowngrade={person.change?.plan === selected._id && person.change.isDowngrade}
          onClose={() => setSelected(undefined)}
        />
      )}
    </section>
  )
}
