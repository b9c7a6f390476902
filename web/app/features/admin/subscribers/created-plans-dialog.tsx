import { adminTexts } from '@docketbox/contract/admin/endpoints'
import { formatCents } from '@docketbox/contract/core/money'
import type { CreatedPlan } from '@docketbox/contract/subscriptions/created-plan-endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { Button } from '#ui/controls/button.tsx'
import { onFirstClick } from '#ui/controls/first-click.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { createdPlans, setOffered } from '../queries.ts'

export function CreatedPlansDialog() {
  return (
    <Dialog
      title="Created plans"
      description="Subscribers of a withdrawn plan keep it, and it still renews."
      trigger={<Button variant="secondary">Created plans</Button>}
    >
      <CreatedPlans />
    </Dialog>
  )
}

function CreatedPlans() {
  const query = useQuery(createdPlans)
  return (
    <QueryView
      query={query}
      loading={<Loading label="Loading the plans" blocks={['h-16']} />}
      error={adminTexts.notFetched}
      isEmpty={({ docs }) => docs.length === 0}
      empty={<p className="text-soft">No one has created a plan yet.</p>}
    >
      {({ docs }) => (
        <ul className="grid divide-y divide-line" aria-label="Created plans">
          {docs.map((plan) => (
            <PlanItem key={plan._id} plan={plan} />
          ))}
        </ul>
      )}
    </QueryView>
  )
}

function PlanItem({ plan: { _id, name, priceCents, months, isOffered } }: { plan: CreatedPlan }) {
  const { mutate, isPending } = useMutation({ ...setOffered, onError: toastError })
  const action = isOffered ? 'Withdraw' : 'Offer'
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-soft">
          {formatCents(priceCents)} {months === 1 ? 'a month' : `every ${months} months`} ·{' '}
          {isOffered ? 'On offer' : 'Not on offer'}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        className="shrink-0"
        aria-label={`${action} ${name}`}
        busy={isPending && 'Saving…'}
        onClick={onFirstClick(() => mutate({ params: { planId: _id }, body: { isOffered: !isOffered } }))}
      >
        {action}
      </Button>
    </li>
  )
}
