import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { plainDate } from '#platform/format/dates.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Dialog, DialogClose } from '#ui/overlay/dialog.tsx'
import { standingOf } from '../plan-status.ts'

type ManageSubscriptionProps = { person: PlanState; open: boolean; onOpenChange: (open: boolean) => void }

/** What plan somebody has, and the ways on from it. */
export function ManageSubscription({ person, open, onOpenChange }: ManageSubscriptionProps) {
  const { subs_details: plan, subscription, change, incoming } = person
  const { name, words } = standingOf(person)
  return (
    <Dialog
      title="Manage Subscription"
      open={open}
      onOpenChange={onOpenChange}
      actions={
        <>
          <DialogClose asChild>
            <Button variant="secondary">Close</Button>
          </DialogClose>
          {subscription ? (
            <ButtonLink to="/upgrade" onClick={() => onOpenChange(false)}>
              {change?.label ?? 'Change plan'}
            </ButtonLink>
          ) : (
            <ButtonLink to="/subscription" onClick={() => onOpenChange(false)}>
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
        <dd>{words}</dd>
        {incoming && (
          <>
            <dt className="text-soft">Begins</dt>
            <dd>{plainDate(incoming.startsAt)}</dd>
          </>
        )}
        {plan && !incoming && (
          <>
            <dt className="text-soft">{endWord(person)}</dt>
            <dd>{plainDate(plan.currentPeriodEnd)}</dd>
          </>
        )}
      </dl>
    </Dialog>
  )
}

export function endWord({ subs_details: plan, subscription }: PlanState): string {
  if (plan?.status !== 'active') return 'Ended'
  if (subscription?.isRenewalDue) return 'Open until'
  return subscription?.isRenewing ? 'Renews' : 'Ends'
}
