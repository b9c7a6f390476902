import { DAY_MS } from '@docketbox/contract/core/units'
import type { LoggedUser } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import type { Payment } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { loggedUser } from '#features/auth'
import { hasPaidPlan, planSummary } from '#features/subscriptions'
import { pageMeta } from '#platform/page/meta.ts'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
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

/** Set after a plan change, and after paying for months. */
type Paid = { planName?: string; isDowngrade?: boolean; hasPaidMonths?: boolean }

/** Confirms a new plan once the server has it, then opens the dashboard. Otherwise says that the payment is pending or failed. */
export default function SubscribedPage() {
  const me = useQuery({ ...loggedUser, staleTime: 0, refetchInterval: POLL_MS })
  const { data: history } = useQuery({ ...paymentHistory(1), staleTime: 0, refetchInterval: POLL_MS })
  const { state } = useLocation() as { state: Paid | null }
  const [waitedUntil, setWaitedUntil] = useState<number>()
  useTimeout(() => setWaitedUntil(Date.now()), MAX_WAIT_MS)
  return (
    <Page width="message">
      {/* Reads out the outcome, because the page may have been waiting for a while. */}
      <output className="block">
        <QueryView query={me} loading={confirming} error="We couldn’t load your plan.">
          {(person) => {
            // Only a paid plan change leads here with a plan's name.
            if (state?.planName) {
              // The earlier plan is still active until the server has the new one.
              const isChanged = person.subs_details?.planName === state.planName
              if (isChanged && hasPaidPlan(person)) return activated(person, state)
              return waitedUntil === undefined ? confirming : late
            }
            if (state?.hasPaidMonths && hasPaidPlan(person)) return activated(person, state)
            // While a bank debit is pending, earlier plans and months are still active.
            const latest = history?.docs[0]
            if (latest && isOfCheckout(latest) && latest.status === 'open') return pending
            if (latest && isOfCheckout(latest) && latest.status === 'failed') return failed
            const isNews = isNewPlan(person) || history?.docs.some(isJustPaid)
            if (isNews && person.subscription?.kind === 'recurring') return activated(person, state)
            if (waitedUntil === undefined) return confirming
            return <Navigate to={paths.payments} replace state={{ mayHavePaidAt: waitedUntil }} />
          }}
        </QueryView>
      </output>
    </Page>
  )
}

function isNewPlan({ subs_details: plan }: LoggedUser): boolean {
  return plan !== null && Date.now() - Date.parse(plan.currentPeriodStart) < MAX_NEWS_AGE_MS
}

function isJustPaid({ createdAt, months, status }: Payment): boolean {
  return status === 'paid' && months.length === 0 && Date.now() - Date.parse(createdAt) < MAX_NEWS_AGE_MS
}

type OutcomeProps = { stamp?: ReactNode; title: string; children: ReactNode }

/** The card of every state: its heading stays when the state changes, and with it the focus. */
function Outcome({ stamp, title, children }: OutcomeProps) {
  return (
    <DocketCard className="grid justify-items-center gap-5 text-center">
      {stamp}
      <PageHeading className="text-xl">{title}</PageHeading>
      {children}
    </DocketCard>
  )
}

const historyLink = <ButtonLink to={paths.payments}>Payment History</ButtonLink>

const confirming = (
  <Outcome title={CONFIRMING}>
    <Skeleton className="h-6 w-56" />
    <Skeleton className="h-11 w-40" />
  </Outcome>
)

const pending = (
  <Outcome stamp={<Stamp tone="wattle">Processing</Stamp>} title={paymentTexts.processing}>
    <p className="text-soft">
      Bank debits take up to three business days. Your plan starts once we’ve been paid, and we’ll email you
      then. {paymentTexts.debitPeriod}
    </p>
    {historyLink}
  </Outcome>
)

const failed = (
  <Outcome stamp={<Stamp tone="clay">Not paid</Stamp>} title={paymentTexts.notSuccessful}>
    <ButtonLink to={paths.plans}>Try again</ButtonLink>
  </Outcome>
)

const late = (
  <Outcome title={CONFIRMING}>
    <p className="text-soft">
      This is taking longer than usual. You can leave this page. Your plan will update automatically.
    </p>
    {historyLink}
  </Outcome>
)

const activated = (person: LoggedUser, change: Paid | null) => (
  <Outcome
    stamp={<Stamp>{change?.isDowngrade ? 'Changed' : 'Activated'}</Stamp>}
    title={change?.isDowngrade ? `Your plan is now ${change.planName}.` : paymentTexts.activated}
  >
    <p className="text-soft">{planSummary(person)}</p>
    <OpenDashboard title={change?.isDowngrade ? 'Your plan' : 'Congratulations'} />
  </Outcome>
)

function OpenDashboard({ title }: { title: string }) {
  useTitle(title)
  const navigate = useNavigate()
  useTimeout(() => void navigate(paths.dashboard, { replace: true }), SHOWN_MS)
  return (
    <ButtonLink to={paths.dashboard} size="large">
      Go to Dashboard
    </ButtonLink>
  )
}
