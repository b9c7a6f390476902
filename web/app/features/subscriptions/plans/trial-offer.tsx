import { paths } from '@docketbox/contract/core/paths'
import type { PlanCard } from '@docketbox/contract/subscriptions/endpoints'
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Features } from './features.tsx'

type TrialOfferProps = {
  plan: PlanCard
  /** The promotion code of the link they came by; empty without one. */
  code: string
  isStarting: boolean
  onStart: () => void
}

/** After the first login: one button starts the trial, the plan cards are one click away. */
export function TrialOffer({ plan, code, isStarting, onStart }: TrialOfferProps) {
  const { search } = useLocation()
  return (
    <Page width="message" className="max-sm:py-0">
      <DocketCard className="grid gap-4">
        <PageHeading>Try everything free for 30 days</PageHeading>
        <Perforation />
        <Features {...plan} />
        <Button wide size="large" className="mt-2" busy={isStarting && 'Starting…'} onClick={onStart}>
          Start free trial
        </Button>
        <ButtonLink to={{ pathname: paths.plans, search }} variant="quiet" wide>
          {code === '' ? 'See all plans' : `Subscribe with code ${code}`}
        </ButtonLink>
      </DocketCard>
    </Page>
  )
}
