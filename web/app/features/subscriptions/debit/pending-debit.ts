import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { loggedUser } from '#features/auth'
import { recentPayments } from '../queries.ts'

/**
 * What the user's pending bank debit pays for; undefined without one. While it's a plan, they can't subscribe to another.
 */
export function usePendingDebit(person: PlanState | undefined): 'plan' | 'months' | undefined {
  // An open payment of a plan that renews isn't for a new one.
  const isNew = person !== undefined && !hasRenewal(person)
  const { data } = useQuery({ ...recentPayments, enabled: isNew })
  const open = (isNew && data?.docs.filter(({ status }) => status === 'open')) || []
  if (open.some(({ months }) => months.length === 0)) return 'plan'
  // Months stay open while their card form is, too.
  return open.some(({ isBankDebit }) => isBankDebit) ? 'months' : undefined
}

/** Whether a payment of the user is under way: their plan's renewal, or a bank debit. */
export function useHasPendingPayment(): boolean {
  const { data: person } = useQuery(loggedUser)
  const debit = usePendingDebit(person)
  return debit !== undefined || person?.subscription?.isRenewalPending === true
}

function hasRenewal({ subscription, unpaidRenewal }: PlanState): boolean {
  return unpaidRenewal !== null || (subscription?.kind === 'recurring' && !subscription.hasEndedAtStripe)
}
