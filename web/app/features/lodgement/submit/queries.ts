import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { lodgementEndpoints } from '@docketbox/contract/lodgement/endpoints'
import { call } from '#platform/api/client.ts'

// Called directly: public pages don't load React Query.
export function fetchSettings(signal: AbortSignal) {
  return call(lodgementEndpoints.form, {}, { signal })
}

/** Submits a lodgement; repeated calls with the same key and payload submit it once. */
export function submitLodgement(payload: ClaimsPayload, key: string) {
  return call(lodgementEndpoints.submit, { body: payload }, { headers: { 'idempotency-key': key } })
}
