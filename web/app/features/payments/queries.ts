import { adminEndpoints } from '@docketbox/contract/admin/endpoints'
import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import {
  creditRefundEndpoints,
  type CustomerCredit,
} from '@docketbox/contract/payments/credit-refund-endpoints'
import { type MonthsOrder, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { outcomeEndpoints } from '@docketbox/contract/payments/outcome-endpoints'
import { monthNames } from '@docketbox/contract/core/dates'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { planReads } from '#features/subscriptions'
import { call } from '#platform/api/client.ts'
import { pollOutcome, secondsSince } from '#platform/api/poll-outcome.ts'
import { endpointKey, mutation, query } from '#platform/api/query.ts'
import type { AdminPaymentFilter } from './admin/params.ts'
import { openStripe } from './stripe.ts'

const PAYMENTS_PER_PAGE = 10
const REFUND_POLL_MS = 5_000
/** Each look asks Stripe. */
const CREDIT_POLL_MS = 15_000

/** The next twelve months, and which of them the user already has. */
export const offeredMonths = query(paymentEndpoints.availableMonths, { body: { months: [...monthNames] } })

/** Prepares the payment of months on the server. */
export const paymentIntent = (body: MonthsOrder) => ({
  ...query(paymentEndpoints.createIntent, { body }),
  staleTime: Infinity,
  gcTime: 0,
})

/** Pays for months with credit alone. */
export const payWithCredit = mutation(paymentEndpoints.payWithCredit, { invalidates: planReads })

/** Looks up the unknown outcome of a payment with credit until it's known. @param sentAt in milliseconds. */
export const creditOutcome = ({ months, plan }: MonthsOrder, sentAt: number) =>
  queryOptions({
    queryKey: [...endpointKey(outcomeEndpoints.creditOutcome), months, plan, sentAt],
    queryFn: ({ signal }) =>
      call(
        outcomeEndpoints.creditOutcome,
        { body: { months, plan, seconds: secondsSince(sentAt) } },
        { signal },
      ),
    ...pollOutcome,
  })

export const stripeLibrary = queryOptions({
  queryKey: ['stripe-library'],
  queryFn: ({ signal }) => openStripe(signal),
  staleTime: Infinity,
  retry: false,
})

export const paymentHistory = (page: number) => ({
  ...query(paymentEndpoints.history, { query: { page, limit: PAYMENTS_PER_PAGE } }),
  placeholderData: keepPreviousData,
})

/** A payment of the user as the server knows it; null for payments it doesn't know. */
export const paymentConfirmation = (paymentId: string) =>
  query(paymentEndpoints.confirmation, { query: { payment_intent: paymentId } })

/** A page of all users' payments, for administrators. The last one stays on screen while the next one loads. */
export const allPayments = (filter: AdminPaymentFilter, page: number) => ({
  ...query(paymentAdminEndpoints.list, { query: { ...filter, page } }),
  placeholderData: keepPreviousData,
  // A refund only shows after the provider has confirmed it. The button to try again stays in place.
  refetchInterval: pollData,
})

export const paymentPlanNames = query(paymentAdminEndpoints.planNames, {})

/** Whose payments they are, for administrators. */
export const customer = (userId: string) => query(adminEndpoints.findSubscriber, { params: { userId } })

/** What administrators must look at. */
export const paymentAlerts = {
  ...query(paymentAdminEndpoints.alerts, {}),
  // A refund that couldn't be made is raised later.
  refetchInterval: pollData,
}

/** Polls what has loaded: a query that failed would show its skeleton again and again. */
function pollData({ state: { data } }: { state: { data?: object | undefined } }) {
  return data && REFUND_POLL_MS
}

export const dismissAlert = mutation(paymentAdminEndpoints.dismissAlert, {
  invalidates: [paymentAdminEndpoints.alerts],
})

export const restoreAlert = mutation(paymentAdminEndpoints.restoreAlert, {
  invalidates: [paymentAdminEndpoints.alerts],
})

/** What can be refunded of a payment when an administrator looks. */
export const refundLimits = (id: string) => ({
  ...query(paymentAdminEndpoints.refundLimits, { params: { id } }),
  // What's on screen is sent with a refund, which is refused if someone has made one since.
  staleTime: Infinity,
  gcTime: 0,
  // Without Stripe, administrators hear so at once.
  retry: false,
})

/** A user's credit, which administrators can refund. */
export const customerCredit = (userId: string) => ({
  ...query(creditRefundEndpoints.customerCredit, { params: { userId } }),
  retry: false,
  // A refund of a payment changes it once Stripe has heard of that.
  refetchInterval: ({ state: { data } }: { state: { data?: CustomerCredit | undefined } }) =>
    data && (data.refundingCents > 0 ? REFUND_POLL_MS : CREDIT_POLL_MS),
})

export const refundCredit = mutation(creditRefundEndpoints.refundCredit, {
  invalidates: [paymentAdminEndpoints.list],
})

export const refundPayment = mutation(paymentAdminEndpoints.refund, {
  invalidates: [paymentAdminEndpoints.list],
})
