import type { Input } from '@docketbox/contract/core/endpoint'
import type { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { useListParams } from '#platform/page/url-params.ts'

export type AdminPaymentFilter = Omit<Input<typeof paymentAdminEndpoints.list>['query'], 'page' | 'limit'>

const names = ['find', 'user', 'from', 'to', 'state', 'method', 'plan'] as const
/** As the server has it; fewer characters would match nearly everyone. */
const MIN_SEARCH = 3

/** The filters and page in the URL, so that Back, a reload and a link show the same payments. */
export function usePaymentParams() {
  const list = useListParams()
  const entries = names.flatMap((name) => {
    const value = list.params.get(name)?.trim()
    return value && (name !== 'find' || value.length >= MIN_SEARCH) ? [[name, value]] : []
  })
  // The server checks them.
  return { ...list, filter: Object.fromEntries(entries) as AdminPaymentFilter }
}
