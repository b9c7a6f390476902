import type { Input } from '@docketbox/contract/core/endpoint'
import { type paymentAdminEndpoints, paymentFilter } from '@docketbox/contract/payments/admin-endpoints'
import { useListParams } from '#platform/page/url-params.ts'

export type AdminPaymentFilter = Omit<Input<typeof paymentAdminEndpoints.list>['query'], 'page' | 'limit'>

const names = ['find', 'user', 'from', 'to', 'state', 'method', 'plan'] as const

/**
 * The filters and page in the URL, so that Back, a reload and a link show the same payments.
 * @returns `findProblem` says why a search isn't part of the filter, for example because it's too short.
 */
export function usePaymentParams() {
  const list = useListParams()
  const find = list.params.get('find')?.trim() ?? ''
  const findProblem = paymentFilter.shape.find.safeParse(find || undefined).error?.issues[0]?.message
  const entries = names.flatMap((name) => {
    const value = list.params.get(name)?.trim()
    return value && (name !== 'find' || !findProblem) ? [[name, value]] : []
  })
  // The server checks the others.
  return { ...list, find, findProblem, filter: Object.fromEntries(entries) as AdminPaymentFilter }
}
