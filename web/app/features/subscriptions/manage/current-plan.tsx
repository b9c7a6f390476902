import { paths } from '@docketbox/contract/core/paths'
import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { lastPlanDate } from '#platform/format/plan-dates.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { owedPlanText, planStatus, planSummary } from '../plan-status.ts'
import { CancelPlan } from './cancel-plan.tsx'

type CurrentPlanProps = {
  person: PlanState
  subscription: NonNullable<PlanState['subscription']>
}

export function CurrentPlan({ person, subscription }: CurrentPlanProps) {
  const { planName, currentPeriodEnd: endsAt, kind } = subscription
  const { isRenewing, isRenewalDue, isRenewalPending, hasEndedAtStripe } = subscription
  const { tone, label } = planStatus(person)
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{planName} plan</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {isRenewalPending ? (
        <Notice>
          {planSummary(person)}
          {!isRenewing && ' Your plan won’t renew after that.'}
        </Notice>
      ) : isRenewalDue ? (
        <Notice tone="warning">
          We haven’t received your renewal payment yet. Your plan stays active until {lastPlanDate(endsAt)}.
          Please check your payment details.
        </Notice>
      ) : (
        <p className="text-soft">
          {hasEndedAtStripe ? owedPlanText(person) : planSummary(person)}
          {kind === 'recurring' &&
            !hasEndedAtStripe &&
            person.upcoming &&
            ' If you keep or change your plan, we’ll refund the months you’ve paid for.'}
          {kind === 'month' &&
            ' You’ve paid month by month, so nothing auto-renews. If you subscribe to another plan, we’ll refund the unused months.'}
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {person.portal && (
          <ButtonLink to={paths.portal} variant="secondary">
            Billing details
          </ButtonLink>
        )}
        {kind === 'month' && (
          <ButtonLink to={paths.chooseMonths} variant="secondary">
            Buy more months
          </ButtonLink>
        )}
        {kind === 'recurring' && !hasEndedAtStripe && (isRenewing || !person.isDisputed) && (
          <CancelPlan
            isRenewing={isRenewing}
            endsAt={isRenewalDue ? null : endsAt}
            isRenewalPending={isRenewalPending}
          />
        )}
      </div>
    </Card>
  )
}
