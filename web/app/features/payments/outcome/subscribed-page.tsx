import { paymentTexts } from '@docketbox/contract/payments/endpoints'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useForgetPlan } from '#features/subscriptions'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { DocketCard } from '#ui/layout/card.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Stamp } from '#ui/data/stamp.tsx'

export const meta = () => pageMeta({ title: 'Congratulations' })

const DASHBOARD_AFTER_MS = 3_000
/** The provider tells the server on its own way: it may be a moment later than this screen. */
const LOOK_AGAIN_MS = 1_000

/** The thanks after a payment, then the dashboard. */
export default function SuccessSubscriptionPage() {
  const navigate = useNavigate()
  const forgetPlan = useForgetPlan()
  const lookAgain = useEffectEvent(() => void forgetPlan())

  useEffect(() => {
    lookAgain()
    const looking = setInterval(() => lookAgain(), LOOK_AGAIN_MS)
    const leaving = setTimeout(() => void navigate('/dashboard', { replace: true }), DASHBOARD_AFTER_MS)
    return () => {
      clearInterval(looking)
      clearTimeout(leaving)
    }
  }, [navigate])

  return (
    <div className="mx-auto grid max-w-md gap-6 py-8">
      <DocketCard className="grid justify-items-center gap-5 text-center">
        <Stamp>Activated</Stamp>
        <PageHeading className="text-xl">{paymentTexts.activated}</PageHeading>
        <ButtonLink to="/dashboard" size="large">
          Go to Dashboard
        </ButtonLink>
      </DocketCard>
    </div>
  )
}
