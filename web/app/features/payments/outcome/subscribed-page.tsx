import { paths } from '@docketbox/contract/core/paths'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { loggedUser } from '#features/auth'
import { hasPaidPlan, planSummary } from '#features/subscriptions'
import { pageMeta } from '#platform/page/meta.ts'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DocketCard } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'

export const meta = () => pageMeta({ title: 'Congratulations' })

const SHOWN_MS = 3_000
const POLL_MS = 1_000
/** The provider usually reports a payment within a second, sometimes after the customer is back. */
const MAX_WAIT_MS = 15_000

/** Confirms a new plan once the server has it, then opens the dashboard; otherwise the payment history. */
export default function SubscribedPage() {
  const me = useQuery({ ...loggedUser, staleTime: 0, refetchInterval: POLL_MS })
  const { state } = useLocation() as { state: { planName?: string } | null }
  const [hasWaited, setHasWaited] = useState(false)
  useTimeout(() => setHasWaited(true), MAX_WAIT_MS)
  return (
    <Page width="message">
      <QueryView query={me} loading={<ConfirmationSkeleton />} error={paymentTexts.historyFailed}>
        {(person) => {
          // After a change of plan, the earlier one is still active until the server has the new one.
          const isChanged = !state?.planName || person.subs_details?.planName === state.planName
          if (isChanged && hasPaidPlan(person)) return <Activated summary={planSummary(person)} />
          return hasWaited ? <Navigate to={paths.payments} replace /> : <ConfirmationSkeleton />
        }}
      </QueryView>
    </Page>
  )
}

function ConfirmationSkeleton() {
  return (
    <>
      <PageHeading className="text-center text-xl">Confirming your payment…</PageHeading>
      <Loading label="Confirming your payment" blocks={['h-52']} />
    </>
  )
}

function Activated({ summary }: { summary: string }) {
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
