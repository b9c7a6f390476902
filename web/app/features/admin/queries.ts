import { adminEndpoints, type AuditGroup } from '@docketbox/contract/admin/endpoints'
import { subscriptionEndpoints, type SubscribeBody } from '@docketbox/contract/subscriptions/endpoints'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'

export const SUBSCRIBERS_PER_PAGE = 20

/** What the list is narrowed to; `plan` is All, None or the name of a plan. */
export type SubscriberFilter = { page: number; plan: string; email: string }

export const subscribers = ({ page, plan, email }: SubscriberFilter) =>
  queryOptions({
    queryKey: ['admin', 'subscribers', plan, email, page],
    queryFn: ({ signal }) =>
      call(
        adminEndpoints.listSubscribers,
        { query: { page, limit: SUBSCRIBERS_PER_PAGE, populate: 'user', plan, ...(email && { email }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const subscriberCounts = queryOptions({
  queryKey: ['admin', 'counts'],
  queryFn: ({ signal }) => call(adminEndpoints.countSubscribers, {}, { signal }),
})

export const administrators = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'administrators', page],
    queryFn: ({ signal }) => call(adminEndpoints.listAdministrators, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** What the audit log is narrowed to; empty is everything, and everybody. */
export type AuditFilter = { page: number; group: AuditGroup | ''; email: string }

export const auditLog = ({ page, group, email }: AuditFilter) =>
  queryOptions({
    queryKey: ['admin', 'audit', group, email, page],
    queryFn: ({ signal }) =>
      call(
        adminEndpoints.listAudit,
        { query: { page, ...(group && { group }), ...(email && { email }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export type StatusChange = { userId: string; isSuspended: boolean; reason?: string | undefined }

export function useSetStatus() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, isSuspended, reason }: StatusChange) =>
      call(adminEndpoints.setStatus, {
        params: { userId },
        body: { isSuspended, ...(reason && { reason }) },
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}

export function useCreatePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: SubscribeBody) => call(subscriptionEndpoints.subscribe, { body }),
    onSuccess: () => cache.invalidateQueries(),
  })
}
