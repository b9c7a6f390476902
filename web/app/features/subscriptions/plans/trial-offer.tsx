import { paths } from '@docketbox/contract/core/paths'
import { Check } from 'lucide-react'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'

type TrialOfferProps = { features: readonly string[]; isStarting: boolean; onStart: () => void }

/** After the first login: one button starts the trial, the plan cards are one click away. */
export function TrialOffer({ features, isStarting, onStart }: TrialOfferProps) {
  return (
    <Page width="message" className="max-sm:py-0">
      <DocketCard className="grid gap-4">
        <PageHeading>Try everything free for 30 days</PageHeading>
        <Perforation />
        <ul className="grid gap-2 text-[0.9375rem]">
          {features.map((text) => (
            <li key={text} className="flex gap-2.5">
              <Check className="mt-1 size-4 shrink-0 text-leaf" aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
        <Button wide size="large" className="mt-2" busy={isStarting && 'Starting…'} onClick={onStart}>
          Start free trial
        </Button>
        <ButtonLink to={paths.plans} variant="quiet" wide>
          See all plans
        </ButtonLink>
      </DocketCard>
    </Page>
  )
}
