import { DAY_MS } from '@docketbox/contract/core/units'
import type { LoggedUser } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import type { Payment } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { loggedUser } from '#features/auth'
import { hasPaidPlan, planSummary } from '#features/subscriptions'
import { pageMeta } from '#platform/page/meta.ts'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DocketCard } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { isOfCheckout } from '../checkout-payment.ts'
import { paymentHistory } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Your plan' })

const SHOWN_MS = 3_000
const POLL_MS = 1_000
const CONFIRMING = 'Confirming your payment…'
/** The provider usually reports a payment within a second, sometimes after the customer is back. */
const MAX_WAIT_MS = 15_000
/** Older plans aren't news. Generous, because this device's clock may be wrong. */
const MAX_NEWS_AGE_MS = DAY_MS

/** Confirms a new plan once the server has it, then opens the dashboard. Otherwise says that the payment is pending or failed. */
export default function SubscribedPage() {
  const me = useQuery({ ...loggedUser, staleTime: 0, refetchInterval: POLL_MS })
  const { data: history } = useQuery({ ...paymentHistory(1), staleTime: 0, refetchInterval: POLL_MS })
  const { state } = useLocation() as { state: { planName?: string } | null }
  const [waitedUntil, setWaitedUntil] = useState<number>()
  useTimeout(() => setWaitedUntil(Date.now()), MAX_WAIT_MS)
  return (
    <Page width="message">
      <QueryView query={me} loading={<ConfirmationSkeleton />} error="We couldn’t load your plan.">
        {(person) => {
          // After a plan change, the earlier one is still active until the server has the new one.
          const isChanged = !state?.planName || person.subs_details?.planName === state.planName
          const isNews = state?.planName !== undefined || isNewPlan(person) || history?.docs.some(isJustPaid)
          if (isChanged && isNews && hasPaidPlan(person)) return <Activated summary={planSummary(person)} />
          const latest = state?.planName ? undefined : history?.docs[0]
          if (latest && isOfCheckout(latest) && latest.status === 'open') return <Pending />
          if (latest && isOfCheckout(latest) && latest.status === 'failed') return <Failed />
          if (waitedUntil === undefined) return <ConfirmationSkeleton />
          // Only a paid plan change leads here with a plan's name.
          if (state?.planName) return <Late />
          return <Navigate to={paths.payments} replace state={{ mayHavePaidAt: waitedUntil }} />
        }}
      </QueryView>
    </Page>
  )
}

function isNewPlan({ subs_details: plan }: LoggedUser): boolean {
  return plan !== null && Date.now() - Date.parse(plan.currentPeriodStart) < MAX_NEWS_AGE_MS
}

function isJustPaid({ createdAt, status }: Payment): boolean {
  return status === 'paid' && Date.now() - Date.parse(createdAt) < MAX_NEWS_AGE_MS
}

function Pending() {
  return (
    <DocketCard className="grid justify-items-center gap-5 text-center">
      <Stamp tone="wattle">Processing</Stamp>
      <PageHeading className="text-xl">{paymentTexts.processing}</PageHeading>
      <p className="text-soft">
        Bank debits take up to three business days. Your plan starts once we’ve been paid, and we’ll email you
        then.
      </p>
      <ButtonLink to={paths.payments}>Payment History</ButtonLink>
    </DocketCard>
  )
}

function Failed() {
  return (
    <DocketCard className="grid justify-items-center gap-5 text-center">
      <Stamp tone="clay">Not paid</Stamp>
      <PageHeading className="text-xl">{paymentTexts.notSuccessful}</PageHeading>
      <ButtonLink to={paths.plans}>Try again</ButtonLink>
    </DocketCard>
  )
}

function Late() {
  return (
    <DocketCard className="grid justify-items-center gap-5 text-center">
      <PageHeading className="text-xl">{CONFIRMING}</PageHeading>
      <p className="text-soft">
        This is taking longer than usual. You can leave this page. Your plan will update automatically.
      </p>
      <ButtonLink to={paths.payments}>Payment History</ButtonLink>
    </DocketCard>
  )
}

function ConfirmationSkeleton() {
  return (
    <>
      <PageHeading className="text-center text-xl">{CONFIRMING}</PageHeading>
      <Loading label="Confirming your payment" blocks={['h-52']} />
    </>
  )
}

function Activated({ summary }: { summary: string }) {
  useTitle('Congratulations')
  const navigate = useNavigate()
  useTimeout(() => void navigate(paths.dashboard, { replace: true }), SHOWN_MS)
  return (
    <DocketCard className="grid justify-items-center gap-5 text-center">
      <Stamp>Activated</Stamp>
      <PageHeading className="text-xl">{paymentTexts.activated}</PageHeading>
      <p className="text-soft">{summary}</p>
      <ButtonLink to={paths.dashboard} size="large">
        Go to Dashboard
      </ButtonLink>
    </DocketCard>
  )
}
