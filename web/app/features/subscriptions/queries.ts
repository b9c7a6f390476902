import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { outcomeEndpoints } from '@docketbox/contract/payments/outcome-endpoints'
import { promotionEndpoints } from '@docketbox/contract/payments/promotion-endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'
import { pollOutcome, secondsSince } from '#platform/api/poll-outcome.ts'
import { endpointKey, mutation, query } from '#platform/api/query.ts'

/** What is out of date after a payment or a plan change. */
export const planReads = [
  authEndpoints.loggedUser,
  subscriptionEndpoints.list,
  subscriptionEndpoints.storage,
  paymentEndpoints.availableMonths,
  paymentEndpoints.history,
  paymentEndpoints.credit,
]

/** The plans on offer, each with the button that fits this user. */
export const planCards = query(subscriptionEndpoints.list, {})
/** The first payment of each plan with a promotion code. */
export const promotionPreview = (code: string) => ({
  ...query(promotionEndpoints.previewPromotion, { query: { code } }),
  retry: false,
})
export const credit = query(paymentEndpoints.credit, {})
export const recentPayments = query(paymentEndpoints.history, { query: {} })
/** What the user's files take. */
export const storage = query(subscriptionEndpoints.storage, {})
export const startTrial = mutation(subscriptionEndpoints.subscribe, { invalidates: planReads })

/** What changing to another plan would cost now; never cached, because the price changes by the second. */
export const changePreview = (plan: string) => ({
  ...query(planEndpoints.previewChange, { body: { plan } }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
export const changePlan = mutation(planEndpoints.changePlan, { invalidates: planReads })

/** Looks up the unknown outcome of a plan change until it's known. @param sentAt in milliseconds. */
export const changeOutcome = (plan: string, sentAt: number) =>
  queryOptions({
    queryKey: [...endpointKey(outcomeEndpoints.changeOutcome), plan, sentAt],
    queryFn: ({ signal }) =>
      call(outcomeEndpoints.changeOutcome, { body: { plan, seconds: secondsSince(sentAt) } }, { signal }),
    ...pollOutcome,
  })
export const openPortal = mutation(planEndpoints.portal)
export const openCheckout = mutation(planEndpoints.openCheckout)
