import { type PlanCard as Plan, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { loggedUser } from '#features/auth'
import { pageMeta } from '#platform/page/meta.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { openPaymentLink } from '../payment-link.ts'
import { PlanCard } from './card.tsx'
import { planCards, useStartTrial } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Plans' })

/** The plans to choose from. */
export default function SubscriptionPage() {
  const { data, isPending, isError, isRefetching, refetch } = useQuery(planCards)
  const { data: person } = useQuery(loggedUser)
  const navigate = useNavigate()
  const trial = useStartTrial()

  const startTrial = () =>
    trial.mutate(undefined, {
      onSuccess: ({ message }) => {
        toast.success(message)
        void navigate('/dashboard')
      },
      onError: (thrown) => toast.error(thrown instanceof ApiError ? sentenceOf(thrown) : planTexts.wentWrong),
    })

  const choose = ({ button, link }: Plan) => {
    if (button.action === 'activateTrial') return startTrial()
    if (button.action === 'changePlan') return void navigate('/upgrade')
    openPaymentLink(link)
  }

  return (
    <div className="grid gap-6">
      <div className="flex items-start justify-between gap-4">
        <PageHeading>Choose Your Pricing Plan</PageHeading>
        <Link
          to="/dashboard"
          aria-label="Close"
          className="inline-grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-leaf-tint hover:text-ink"
        >
          <X className="size-5" />
        </Link>
      </div>
      {isPending && (
        <Loading label="Loading plans" className="grid gap-6 md:grid-cols-3">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} className="h-96" />
          ))}
        </Loading>
      )}
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          {planTexts.notFetched}
        </ErrorState>
      )}
      {data?.docs.length === 0 && <EmptyState title={planTexts.noPlans}>Please look again later.</EmptyState>}
      {data && data.docs.length > 0 && (
        <>
          {(person?.subscription?.kind === 'month' || person?.incoming) && (
            <Notice>
              You have bought months one by one. A plan that renews begins today, and takes their place: what
              is left of your months goes back to your card by itself.
            </Notice>
          )}
          <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {data.docs.map((plan) => (
              <li key={plan._id}>
                <PlanCard
                  plan={plan}
                  busy={trial.isPending && plan.button.action === 'activateTrial' && 'Activating…'}
                  onChoose={choose}
                />
              </li>
            ))}
          </ul>
          <p className="text-sm text-soft">
            Rather pay for single months?{' '}
            <Link to="/pricing-duration" className="font-semibold text-leaf-deep underline">
              Pick your months
            </Link>
            . Reading and downloading what you have kept is always free.
          </p>
        </>
      )}
    </div>
  )
}

function sentenceOf({ code, message }: ApiError): string {
  return code === 'network' ? planTexts.noAnswer : message
}
