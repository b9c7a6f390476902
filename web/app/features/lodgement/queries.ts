import type { ClaimsPayload } from '@docketbox/contract/claims'
import { lodgementEndpoints } from '@docketbox/contract/lodgement'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/api'

/** What the form asks here and now. */
export const lodgementForm = queryOptions({
  queryKey: ['lodgement-form'],
  queryFn: ({ signal }) => call(lodgementEndpoints.form, {}, { signal }),
  staleTime: 60 * 60 * 1000,
})

/** Sends a lodgement. The same `key` with the same payload lodges once, however often it is sent. */
export function lodge(payload: ClaimsPayload, key: string) {
  return call(lodgementEndpoints.submit, { body: payload }, { headers: { 'idempotency-key': key } })
}
