import { paths } from '@docketbox/contract/core/paths'
import { DAY_MS } from '@docketbox/contract/core/units'
import { planTexts, type SubsDetails } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { loggedUser } from '#features/auth'
import { pageMeta } from '#platform/page/meta.ts'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { EmptyTin } from '#ui/feedback/drawings.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DocketCard } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { throwConfetti } from './confetti.ts'

export const meta = () => pageMeta({ title: 'Welcome' })

const POPUP_MS = 5_000
/** The link here is in an email, which may be opened at any time. */
const MAX_NEWS_AGE_MS = DAY_MS

/** Welcomes users whose trial has just started; redirects all others to the dashboard. */
export default function TrialWelcomePage() {
  const { data: person, isPending } = useQuery(loggedUser)
  if (isPending) {
    return (
      <Page width="message">
        <PageHeading hidden>Your free trial</PageHeading>
        <Loading label="Loading your trial" blocks={['h-72']} />
      </Page>
    )
  }
  const plan = person?.subs_details
  return plan && isNewTrial(plan) ? <Welcome /> : <Navigate to={paths.dashboard} replace />
}

function isNewTrial({ planName, status, currentPeriodStart }: SubsDetails): boolean {
  const isNews = Date.now() - Date.parse(currentPeriodStart) < MAX_NEWS_AGE_MS
  return planName === 'Trial' && status === 'active' && isNews
}

/** A popup for five seconds, then a plain welcome. */
function Welcome() {
  const [isPopup, setIsPopup] = useState(true)

  useEffect(() => {
    const leaving = new AbortController()
    void throwConfetti(POPUP_MS, leaving.signal)
    return () => leaving.abort()
  }, [])
  useTimeout(() => setIsPopup(false), POPUP_MS)

  const dashboardLink = (
    <ButtonLink to={paths.dashboard} size="large">
      Go to Dashboard
    </ButtonLink>
  )
  return (
    <Page width="message" className="text-center">
      {isPopup ? (
        <>
          <PageHeading hidden>Your free trial</PageHeading>
          <output className="block">
            <DocketCard className="grid justify-items-center gap-5">
              <div className="w-32 text-leaf">
                <EmptyTin />
              </div>
              <p className="text-lg font-semibold">{planTexts.trialWelcome}</p>
              {dashboardLink}
            </DocketCard>
          </output>
        </>
      ) : (
        <>
          <PageHeading>Welcome to your Dashboard</PageHeading>
          <p className="text-soft">Scan your first receipt while you still have it in your hand.</p>
          {dashboardLink}
        </>
      )}
    </Page>
  )
}
