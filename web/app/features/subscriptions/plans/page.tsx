import { paths } from '@docketbox/contract/core/paths'
import { type PlanCard as Plan, type PlanState, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { loggedUser } from '#features/auth'
import { ApiError } from '#platform/api/error.ts'
import { shortLastPlanDate } from '#platform/format/plan-dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { setConfetti } from '#platform/session/session.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { dismissAllToasts, toast } from '#ui/feedback/toast.ts'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { CreditNotice } from '../credit.tsx'
import { DebitNotice } from '../debit/notice.tsx'
import { usePendingDebit } from '../debit/pending-debit.ts'
import { DisputeNotice } from '../dispute-notice.tsx'
import { openPaymentLink } from '../payment-link.ts'
import { owedPlanText, unpaidRenewalText } from '../plan-status.ts'
import { planCards, startTrial } from '../queries.ts'
import { PlanCard } from './card.tsx'
import { Promotion, usePromotion } from './promotion.tsx'
import { TrialOffer } from './trial-offer.tsx'

export const meta = () => pageMeta({ title: 'Plans' })

const grid = 'grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3'
const loading = <Loading label="Loading plans" className={grid} blocks={['h-130', 'h-120', 'h-115']} />
const firstLogin = z.object({ isFirstLogin: z.literal(true) })

/** The plans to choose from; right after the first login, the trial alone. */
export default function PlansPage() {
  const plans = useQuery(planCards)
  // Notices about the current plan would push down the buttons as they're pressed.
  const { data: person, isLoading } = useQuery(loggedUser)
  const navigate = useNavigate()
  const trial = useMutation(startTrial)
  const promotion = usePromotion()
  const isFirstLogin = firstLogin.safeParse(useLocation().state).success
  const isOwed = person?.subscription?.hasEndedAtStripe === true
  const isStarting = usePendingDebit(person) === 'plan'
  const trialPlan = plans.data?.docs.find(({ button }) => button.action === 'activateTrial')

  const activateTrial = () =>
    trial.mutate(
      { body: { plan: 'Trial' } },
      {
        onSuccess: ({ message }) => {
          setConfetti(true)
          // Some start it while the toast of their login is still there.
          dismissAllToasts()
          toast.success(message)
          void navigate(paths.dashboard)
        },
        onError: (error) => toast.error(messageOf(error)),
      },
    )

  const canChoose = ({ button: { action } }: Plan) =>
    !(action === 'changePlan' && person?.isDisputed) && !(action === 'openLink' && isStarting)

  const choose = ({ _id, button, link }: Plan) => {
    if (button.action === 'activateTrial') return activateTrial()
    if (button.action === 'changePlan') return void navigate(paths.manageSubscription)
    const code = promotion.codeFor(_id)
    openPaymentLink(link && code ? withCode(link, code) : link)
  }

  if (isFirstLogin && trialPlan) {
    return (
      <TrialOffer
        plan={trialPlan}
        code={promotion.code}
        isStarting={trial.isPending}
        onStart={activateTrial}
      />
    )
  }
  return (
    <Page
      title="Choose Your Pricing Plan"
      actions={
        <Link
          to={paths.dashboard}
          aria-label="Close"
          className="inline-grid size-11 place-items-center rounded-md text-soft hover:bg-leaf-tint hover:text-ink"
        >
          <X className="size-5" />
        </Link>
      }
    >
      <QueryView
        query={plans}
        loading={loading}
        error={planTexts.notFetched}
        isEmpty={({ docs }) => docs.length === 0}
        empty={<EmptyState title={planTexts.noPlans}>Please check back later.</EmptyState>}
      >
        {({ docs }) =>
          isLoading ? (
            loading
          ) : (
            <>
              {person?.unpaidRenewal && (
                <Notice tone="warning">
                  {unpaidRenewalText(person.unpaidRenewal)} If you subscribe here, we’ll stop trying.
                </Notice>
              )}
              {person?.isDisputed && <DisputeNotice />}
              {person && <DebitNotice person={person} />}
              {person && !isStarting && <IfYouSubscribe person={person} />}
              <ul className={grid}>
                {docs.map((plan) => (
                  <li key={plan._id}>
                    <PlanCard
                      plan={plan}
                      firstPriceCents={
                        promotion.preview?.prices.find((price) => price.plan === plan._id)?.firstPriceCents
                      }
                      changeLabel={person?.change?.plan === plan._id ? person.change.label : undefined}
                      canChoose={canChoose(plan)}
                      busy={trial.isPending && plan.button.action === 'activateTrial' && 'Activating…'}
                      onChoose={choose}
                    />
                  </li>
                ))}
              </ul>
              {isStarting ? null : isOwed || person?.subscription?.kind !== 'recurring' ? (
                <Promotion {...promotion} plans={docs} />
              ) : (
                promotion.code !== '' && <Notice>Codes are for a new subscription’s first payment.</Notice>
              )}
              <CreditNotice />
              <p className="text-sm text-soft">
                {!person?.subscription?.isRenewing && !isStarting && (
                  <>
                    Don’t want a plan that renews?{' '}
                    <TextLink to={paths.chooseMonths}>Choose your months</TextLink>.{' '}
                  </>
                )}
                Viewing and downloading your receipts is always free.
              </p>
            </>
          )
        }
      </QueryView>
    </Page>
  )
}

/** What becomes of the user's current plan or months if they subscribe. */
function IfYouSubscribe({ person }: { person: PlanState }) {
  const { subscription, subs_details, upcoming } = person
  const isMonth = subscription?.kind === 'month'
  return (
    <>
      {subscription?.hasEndedAtStripe && <Notice>{owedPlanText(person)}</Notice>}
      {subscription?.kind === 'trial' && subs_details && (
        <Notice>
          Your trial runs until {shortLastPlanDate(subs_details.currentPeriodEnd)}. If you subscribe sooner,
          your plan starts that day and the trial ends.
        </Notice>
      )}
      {(isMonth || upcoming) && (
        <Notice>
          You’ve paid month by month. If you subscribe to {isMonth ? 'another' : 'a'} plan, it starts today
          and we’ll refund your unused months.
        </Notice>
      )}
    </>
  )
}

function withCode(link: string, code: string): string {
  const url = new URL(link)
  url.searchParams.set('code', code)
  return url.href
}

function messageOf(error: Error): string {
  if (!(error instanceof ApiError)) return planTexts.wentWrong
  if (error.code === 'network') return planTexts.noAnswer
  return error.hasServerMessage ? error.message : planTexts.wentWrong
}
