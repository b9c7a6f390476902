import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { plainDate } from '#platform/format/dates.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { CancelPlan } from './cancel-plan.tsx'
import { endWord } from '../gate/plan-dialog.tsx'
import { standingOf } from '../plan-status.ts'

type CurrentPlanProps = {
  person: PlanState
  subscription: NonNullable<PlanState['subscription']>
}

/** The plan somebody has, until when, and what can be done about it. */
export function CurrentPlan({ person, subscription }: CurrentPlanProps) {
  const { planName, currentPeriodEnd: until, kind, isRenewing, isRenewalDue } = subscription
  const { tone, words } = standingOf(person)
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{planName} plan</h2>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {isRenewalDue ? (
        <Notice tone="warning">
          The payment for your renewal has not arrived yet. Everything stays open until {plainDate(until)}.
          Please check the card on file.
        </Notice>
      ) : (
        <p className="text-soft">
          {endWord(person)} on {plainDate(until)}.
          {kind === 'month' &&
            ' Months are paid one by one: nothing renews by itself. When you change to a plan that renews, what is left of them goes back to your card.'}
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {person.portal && (
          <ButtonLink to="/portal" variant="secondary">
            Card and invoices
          </ButtonLink>
        )}
        {kind === 'month' && (
          <ButtonLink to="/pricing-duration" variant="secondary">
            Pick more months
          </ButtonLink>
        )}
        {kind === 'recurring' && <CancelPlan {...{ isRenewing, isRenewalDue, until }} />}
      </div>
    </Card>
  )
}
