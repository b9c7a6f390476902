import { planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { loggedUser } from '#features/auth'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { DocketCard } from '#ui/layout/card.tsx'
import { EmptyTin } from '#ui/feedback/drawings.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { throwConfetti } from './confetti.ts'

export const meta = () => pageMeta({ title: 'Welcome' })

const POPUP_MS = 5_000

/** Where the mail about a trial that has begun leads: its welcome. Others have nothing to celebrate here. */
export default function DashboardCelebratePage() {
  const { data: person, isPending } = useQuery(loggedUser)
  if (isPending) {
    return (
      <div className="grid justify-items-center gap-4 py-16">
        <PageHeading hidden>Your free trial</PageHeading>
        <Spinner label="One moment" size="large" />
      </div>
    )
  }
  const plan = person?.subs_details
  if (plan?.planName !== 'Trial' || plan.status !== 'active') return <Navigate to="/dashboard" replace />
  return <Welcome />
}

/** A popup for five seconds, then the way to the dashboard. */
function Welcome() {
  const [isPopup, setIsPopup] = useState(true)

  useEffect(() => {
    void throwConfetti(POPUP_MS)
    const over = setTimeout(() => setIsPopup(false), POPUP_MS)
    return () => clearTimeout(over)
  }, [])

  return (
    <div className="mx-auto grid max-w-md gap-6 py-8 text-center">
      {isPopup ? (
        <>
          <PageHeading hidden>Your free trial</PageHeading>
          <output className="block">
            <DocketCard className="grid justify-items-center gap-5">
              <div className="w-32 text-leaf">
                <EmptyTin />
              </div>
              <p className="text-lg font-semibold">{planTexts.trialWelcome}</p>
              <ButtonLink to="/dashboard" size="large">
                Go to Dashboard
              </ButtonLink>
            </DocketCard>
          </output>
        </>
      ) : (
        <>
          <PageHeading>Welcome to your Dashboard</PageHeading>
          <p className="text-soft">Scan your first receipt while you still have it in your hand.</p>
          <ButtonLink to="/dashboard" size="large">
            Go to Dashboard
          </ButtonLink>
        </>
      )}
    </div>
  )
}
