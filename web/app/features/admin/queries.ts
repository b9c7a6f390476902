import { adminEndpoints, type AuditGroup } from '@docketbox/contract/admin/endpoints'
import { createdPlanEndpoints } from '@docketbox/contract/subscriptions/created-plan-endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { mutation, query } from '#platform/api/query.ts'

export const SUBSCRIBERS_PER_PAGE = 20

/** `plan` is All, None or the name of a plan. */
export type SubscriberFilter = { page: number; plan: string; email: string }

export const subscribers = ({ page, plan, email }: SubscriberFilter) => ({
  ...query(adminEndpoints.listSubscribers, {
    query: { page, limit: SUBSCRIBERS_PER_PAGE, populate: 'user', plan, ...(email && { email }) },
  }),
  placeholderData: keepPreviousData,
})

export const subscriberCounts = query(adminEndpoints.countSubscribers, {})

/** One user, with their latest plan. */
export const subscriber = (userId: string) => query(adminEndpoints.findSubscriber, { params: { userId } })

export const sharesOf = (userId: string) => query(adminEndpoints.listShares, { params: { userId } })

export const readingAccuracy = query(adminEndpoints.readingAccuracy, {})

export const administrators = (page: number) => ({
  ...query(adminEndpoints.listAdministrators, { query: { page } }),
  placeholderData: keepPreviousData,
})

/** Empty values don't filter. */
export type AuditFilter = { page: number; group: AuditGroup | ''; email: string; target: string }

export const auditLog = ({ page, group, email, target }: AuditFilter) => ({
  ...query(adminEndpoints.listAudit, {
    query: { page, ...(group && { group }), ...(email && { email }), ...(target && { target }) },
  }),
  placeholderData: keepPreviousData,
  // Almost everything that anyone does adds to it.
  staleTime: 0,
})

export const setSuspended = mutation(adminEndpoints.setStatus, {
  invalidates: [
    adminEndpoints.listSubscribers,
    adminEndpoints.findSubscriber,
    adminEndpoints.countSubscribers,
    adminEndpoints.listAdministrators,
  ],
})

export const createPlan = mutation(subscriptionEndpoints.subscribe, {
  invalidates: [
    subscriptionEndpoints.list,
    createdPlanEndpoints.listCreated,
    adminEndpoints.countSubscribers,
  ],
})

/** The plans that administrators created, on offer or not. */
export const createdPlans = query(createdPlanEndpoints.listCreated, {})

export const setOffered = mutation(createdPlanEndpoints.setOffered, {
  invalidates: [subscriptionEndpoints.list, createdPlanEndpoints.listCreated],
})
