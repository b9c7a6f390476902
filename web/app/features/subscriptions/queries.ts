import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { outcomeEndpoints, type PaymentOutcome } from '@docketbox/contract/payments/outcome-endpoints'
import { promotionEndpoints } from '@docketbox/contract/payments/promotion-endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'
import { endpointKey, mutation, query } from '#platform/api/query.ts'

const OUTCOME_POLL_MS = 3_000

/** What is out of date after a payment or a change of plan. */
const invalidates = [
  authEndpoints.loggedUser,
  subscriptionEndpoints.list,
  paymentEndpoints.availableMonths,
  paymentEndpoints.history,
  paymentEndpoints.credit,
]

const pollOutcome = {
  retry: false,
  gcTime: 0,
  refetchInterval: ({ state }: { state: { data?: PaymentOutcome | undefined } }) =>
    (state.data ?? { state: 'checking' }).state === 'checking' && OUTCOME_POLL_MS,
} as const

/** The plans on offer, each with the button that fits this user. */
export const planCards = query(subscriptionEndpoints.list, {})
/** The first payment of each plan with a promotion code. */
export const promotionPreview = (code: string) => ({
  ...query(promotionEndpoints.previewPromotion, { query: { code } }),
  retry: false,
})
/** The user's credit for their next payments. */
export const credit = query(paymentEndpoints.credit, {})
/** The user's latest payments. */
export const recentPayments = query(paymentEndpoints.history, { query: {} })
/** What the user's files take. */
export const storage = query(subscriptionEndpoints.storage, {})
export const startTrial = mutation(subscriptionEndpoints.subscribe, { invalidates })

/** What changing to another plan would cost now; never cached, because the price changes by the second. */
export const changePreview = (plan: string) => ({
  ...query(paymentEndpoints.previewChange, { body: { plan } }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})
export const changePlan = mutation(paymentEndpoints.changePlan, { invalidates })

/** What became of a change of plan whose outcome is unknown; looked up until it's known. @param askedAt in milliseconds. */
export const changeOutcome = (plan: string, askedAt: number) =>
  queryOptions({
    queryKey: [...endpointKey(outcomeEndpoints.changeOutcome), plan, askedAt],
    queryFn: ({ signal }) => {
      const seconds = Math.max(0, Math.round((Date.now() - askedAt) / 1000))
      return call(outcomeEndpoints.changeOutcome, { body: { plan, seconds } }, { signal })
    },
    ...pollOutcome,
  })
export const cancelPlan = mutation(paymentEndpoints.cancelPlan, { invalidates })
export const openPortal = mutation(paymentEndpoints.portal)
export const openCheckout = mutation(paymentEndpoints.openCheckout)
