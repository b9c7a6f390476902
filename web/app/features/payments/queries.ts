import { type MonthName, monthNames, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { paymentDeskEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { call } from '#platform/api/client.ts'
import { openStripe } from './stripe.ts'

const HISTORY_PER_PAGE = 10

/** The next twelve months, and which of them are taken. */
export const offeredMonths = queryOptions({
  queryKey: ['available-months'],
  queryFn: ({ signal }) =>
    call(paymentEndpoints.availableMonths, { body: { months: [...monthNames] } }, { signal }),
})

export type MonthChoice = { months: MonthName[]; plan: string }

/** A payment of months, prepared by the server; given up when the screen is left before it is there. */
export const paymentOf = ({ months, plan }: MonthChoice) =>
  queryOptions({
    queryKey: ['payment-intent', plan, months],
    queryFn: ({ signal }) => call(paymentEndpoints.createIntent, { body: { months, plan } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  })

/** The card form's library. */
export const stripeLibrary = queryOptions({
  queryKey: ['stripe-library'],
  queryFn: ({ signal }) => openStripe(signal),
  staleTime: Infinity,
  retry: false,
})

export const paymentHistory = (page: number) =>
  queryOptions({
    queryKey: ['payment-history', page],
    queryFn: ({ signal }) =>
      call(paymentEndpoints.history, { query: { page, limit: HISTORY_PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** What an administrator finds by an e-mail or a payment ID. */
export const deskPayments = (find: string) =>
  queryOptions({
    queryKey: ['admin', 'payments', find],
    queryFn: ({ signal }) => call(paymentDeskEndpoints.find, { query: { find } }, { signal }),
    // A refund shows when the provider has told of it, a moment after it was asked for.
    refetchInterval: 5_000,
  })

type Refund = { id: string; amountCents: number; refundableCents: number; reason: string }

export function useRefund() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Refund) => call(paymentDeskEndpoints.refund, { params: { id }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['admin', 'payments'] }),
  })
}
