import { paths } from '@docketbox/contract/core/paths'
import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { lastPlanDate, planDate } from '#platform/format/plan-dates.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Dialog, DialogClose } from '#ui/overlay/dialog.tsx'
import { endLabel, isEnding, planStatus, unpaidPlanOf } from '../plan-status.ts'

type PlanDialogProps = { person: PlanState; open: boolean; onClose: () => void }

/** The user's plan and its dates, with links to change it. */
export function PlanDialog({ person, open, onClose }: PlanDialogProps) {
  const { subs_details: plan, subscription, change, upcoming, unpaidRenewal, isDisputed } = person
  const unpaidName = unpaidPlanOf(person)
  const canManage = subscription ? !subscription.hasEndedAtStripe : unpaidName !== undefined || isDisputed
  const { name, label } = planStatus(person)
  const endsAt = subscription?.isRenewing ? planDate : lastPlanDate
  return (
    <Dialog
      title="Manage Subscription"
      open={open}
      onClose={onClose}
      actions={
        <>
          <DialogClose asChild>
            <Button variant="secondary">Close</Button>
          </DialogClose>
          {canManage ? (
            <ButtonLink to={paths.manageSubscription} onClick={onClose}>
              {subscription && !isDisputed ? (change?.label ?? 'Change plan') : 'Manage Subscription'}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.plans} onClick={onClose}>
              Choose a plan
            </ButtonLink>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-[0.9375rem]">
        <dt className="text-soft">Plan</dt>
        <dd>{name}</dd>
        <dt className="text-soft">Status</dt>
        <dd>{isEnding(person) && !subscription?.isRenewalPending ? 'Active, won’t renew' : label}</dd>
        {unpaidName && (
          <>
            <dt className="text-soft">{subscription ? `${unpaidName} renewal` : 'Renewal'}</dt>
            <dd>{unpaidRenewal ? 'Not received yet' : 'We couldn’t charge it'}</dd>
          </>
        )}
        {!subscription && upcoming && (
          <>
            <dt className="text-soft">{unpaidRenewal ? `${upcoming.planName} months start` : 'Starts'}</dt>
            <dd>{planDate(upcoming.startsAt)}</dd>
          </>
        )}
        {plan && (subscription || unpaidRenewal || !upcoming) && !subscription?.isRenewalPending && (
          <>
            <dt className="text-soft">{endLabel(person)}</dt>
            <dd>{endsAt(plan.currentPeriodEnd)}</dd>
          </>
        )}
        {subscription && upcoming && (
          <>
            <dt className="text-soft">Then</dt>
            <dd>
              {upcoming.planName} until {lastPlanDate(upcoming.endsAt)}
            </dd>
          </>
        )}
      </dl>
    </Dialog>
  )
}
