import { formatCents } from '@docketbox/contract/core/money'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { creditFor } from '@docketbox/contract/payments/credit'
import type { OfferedMonth } from '@docketbox/contract/payments/months'
import { type PlanCard, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { loggedUser } from '#features/auth'
import { DebitNotice, planCards, usePendingDebit } from '#features/subscriptions'
import { pageMeta } from '#platform/page/meta.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { Amount } from '#ui/data/amount.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { StickyActions } from '#ui/layout/sticky-actions.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { offeredMonths } from '../queries.ts'
import { MonthPicker } from './picker.tsx'
import { useMonthSelection } from './selection.ts'
import { PlanSummary } from './summary.tsx'

export const meta = () => pageMeta({ title: 'Choose your months' })

/** Paying month by month: select months, check the summary, pay. */
export default function MonthsPage() {
  const plans = useQuery(planCards)
  const months = useQuery(offeredMonths)
  const { data: person } = useQuery(loggedUser)
  const isPlanStarting = usePendingDebit(person) === 'plan'
  const selection = useMonthSelection(months.data?.months)
  const { selected, isSummary } = selection
  const monthsUrl = withQuery(paths.chooseMonths, { months: selected.join(',') })
  const title = isSummary ? 'Plan summary' : 'Choose your months'
  useTitle(title)
  return (
    <Page
      width="form"
      title={title}
      back={isSummary ? { to: monthsUrl, label: 'Choose your months' } : { to: paths.plans, label: 'Plans' }}
    >
      <QueryView query={plans} loading={skeleton} error={planTexts.notFetched}>
        {({ docs }) => (
          <QueryView query={months} loading={skeleton} error={planTexts.notFetched}>
            {({ months: offered, isRenewing, creditCents }) =>
              isRenewing ? (
                <NoMonthsNeeded />
              ) : person && isPlanStarting ? (
                <DebitNotice person={person} />
              ) : (
                <Months
                  plan={monthlyPlan(docs)}
                  offered={offered}
                  creditCents={creditCents}
                  selection={selection}
                />
              )
            }
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

const skeleton = (
  <Loading
    label="Loading months"
    className="grid gap-6"
    blocks={['h-12 sm:h-6', 'h-117 sm:h-80 lg:h-60', 'h-15 sm:h-15']}
  />
)

/** Pro, or the first other plan that is paid by the month. */
function monthlyPlan(plans: readonly PlanCard[]): PlanCard | undefined {
  const monthly = plans.filter(({ months, priceCents }) => months === 1 && priceCents > 0)
  return monthly.find(({ name }) => name === 'Pro') ?? monthly[0]
}

type MonthsProps = {
  plan: PlanCard | undefined
  offered: readonly OfferedMonth[]
  creditCents: number
  selection: ReturnType<typeof useMonthSelection>
}

function Months({ plan, offered, creditCents, selection }: MonthsProps) {
  const { selected, isSummary, toggle, goToSummary } = selection
  if (!plan) return <EmptyState title={planTexts.noPlans} />
  if (isSummary)
    return <PlanSummary plan={plan} offered={offered} selected={selected} creditCents={creditCents} />
  if (offered.every(({ isTaken }) => isTaken)) return <AllMonthsPaid offered={offered} />
  const priceCents = plan.priceCents * selected.length
  const usedCents = creditFor(priceCents, creditCents)
  return (
    <>
      <p className="text-soft">
        The {plan.name} plan, <Amount cents={plan.priceCents} /> a month. Each month runs from the 1st to the
        last day, Sydney time. Nothing auto-renews.
      </p>
      <MonthPicker offered={offered} selected={selected} onToggle={toggle} />
      <StickyActions>
        <p aria-live="polite" className="grow self-center">
          {selected.length === 0 ? (
            <span className="text-sm text-soft">Select the months you’d like.</span>
          ) : (
            <>
              {selected.length} {selected.length === 1 ? 'month' : 'months'}:{' '}
              <Amount cents={priceCents - usedCents} className="text-lg font-semibold" />
              {usedCents > 0 && (
                <span className="block text-sm text-soft">
                  {formatCents(priceCents)} less {formatCents(usedCents)} credit
                </span>
              )}
            </>
          )}
        </p>
        <Button className="max-w-[60%] shrink-0" disabled={selected.length === 0} onClick={goToSummary}>
          Proceed to Payment
        </Button>
      </StickyActions>
    </>
  )
}

function NoMonthsNeeded() {
  return (
    <Notice>
      Your plan renews automatically, so you don’t need single months.{' '}
      <TextLink to={paths.manageSubscription}>Manage Subscription</TextLink>
    </Notice>
  )
}

function AllMonthsPaid({ offered }: Pick<MonthsProps, 'offered'>) {
  return (
    <>
      <Notice tone="success">
        You already have all twelve months.{' '}
        <TextLink to={paths.manageSubscription}>Manage Subscription</TextLink>
      </Notice>
      <MonthPicker offered={offered} selected={[]} onToggle={() => undefined} />
    </>
  )
}
