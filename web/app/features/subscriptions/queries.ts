import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { loggedUser } from '#features/auth'
import { call } from '#platform/api/client.ts'
import { setConfetti } from '#platform/session/session.ts'

/** The plans on offer, each with what its button says to this person. */
export const planCards = queryOptions({
  queryKey: ['plan-cards'],
  queryFn: ({ signal }) => call(subscriptionEndpoints.list, {}, { signal }),
})

/** Forgets what was known of plans and payments: something has changed. */
export function useForgetPlan(): () => Promise<unknown> {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [loggedUser.queryKey, planCards.queryKey, ['available-months'], ['payment-history']].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    )
}

export function useStartTrial() {
  const forgetPlan = useForgetPlan()
  return useMutation({
    mutationFn: () => call(subscriptionEndpoints.subscribe, { body: { plan: 'Trial' } }),
    onSuccess: () => {
      setConfetti(true)
      return forgetPlan()
    },
  })
}

/** What moving to another plan would cost now; asked anew each time it is shown. */
export const changePreview = (plan: string) =>
  queryOptions({
    queryKey: ['plan-change', plan],
    queryFn: ({ signal }) => call(paymentEndpoints.previewChange, { body: { plan } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export function useChangePlan() {
  const forgetPlan = useForgetPlan()
  return useMutation({
    mutationFn: (body: { plan: string; prorationDate: number; dueNowCents: number }) =>
      call(paymentEndpoints.changePlan, { body }),
    onSettled: forgetPlan,
  })
}

export function useCancelPlan() {
  const forgetPlan = useForgetPlan()
  return useMutation({
    mutationFn: (isCancelled: boolean) => call(paymentEndpoints.cancelPlan, { body: { isCancelled } }),
    onSuccess: forgetPlan,
  })
}

export function useOpenPortal() {
  return useMutation({ mutationFn: () => call(paymentEndpoints.portal, {}) })
}
