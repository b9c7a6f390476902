import { paths } from '@docketbox/contract/core/paths'
import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { usePendingDebit } from './debit/pending-debit.ts'
import { openPaymentLink } from './payment-link.ts'
import { unpaidPlanOf } from './plan-status.ts'
import { planCards } from './queries.ts'

/**
 * Opens the payment page of a plan whose renewal wasn't paid, or leads to the plans if it isn't sold any more. Renders nothing
 * while a bank debit for a new plan is on its way.
 */
export function PayNow({ person }: { person: PlanState }) {
  const plans = useQuery(planCards)
  const pendingDebit = usePendingDebit(person)
  const plan = plans.data?.docs.find(({ name }) => name === unpaidPlanOf(person))
  if (pendingDebit === 'plan') return null
  if (!plan && !plans.isPending) return <ButtonLink to={paths.plans}>See the plans</ButtonLink>
  return (
    <Button disabled={!plan} onClick={() => plan && openPaymentLink(plan.link)}>
      Pay now
    </Button>
  )
}
