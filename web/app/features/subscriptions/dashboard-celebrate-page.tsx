import { planTexts } from '@docketbox/contract/subscriptions'
import { useEffect, useState } from 'react'
import { pageMeta } from '#platform/meta'
import { ButtonLink } from '#ui/button'
import { DocketCard } from '#ui/card'
import { EmptyTin } from '#ui/drawings'
import { PageHeading } from '#ui/page-heading'
import { throwConfetti } from './confetti.ts'

export const meta = () => pageMeta({ title: 'Welcome' })

const POPUP_MS = 5_000

/** The trial's welcome: a popup for five seconds, then the way to the dashboard. */
export default function DashboardCelebratePage() {
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
