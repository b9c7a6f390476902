import type { Input } from '@docketbox/contract/core/endpoint'
import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { subscriptionFigureEndpoints } from '@docketbox/contract/subscriptions/figure-endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { query } from '#platform/api/query.ts'

export const paymentMonths = query(paymentAdminEndpoints.byMonth, {})

export const subscriptionFigures = query(subscriptionFigureEndpoints.figures, {})

export type CountedQuery = Input<typeof subscriptionFigureEndpoints.counted>['query']

/** The subscriptions that a figure counts. */
export const countedSubscriptions = (counted: CountedQuery) => ({
  ...query(subscriptionFigureEndpoints.counted, { query: counted }),
  placeholderData: keepPreviousData,
})
