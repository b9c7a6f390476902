import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { lodgementEndpoints } from '@docketbox/contract/lodgement/endpoints'
import { ownLodgementEndpoints } from '@docketbox/contract/lodgement/own-endpoints'
import { call } from '#platform/api/client.ts'

// Called directly: public pages don't load React Query.
export function fetchSettings(signal: AbortSignal) {
  return call(lodgementEndpoints.form, {}, { signal })
}

/** What the form of an income year can start with, for someone who is logged in. */
export function fetchPrefill(incomeYear: string, signal: AbortSignal) {
  return call(ownLodgementEndpoints.prefill, { params: { incomeYear } }, { signal })
}

/**
 * Submits a lodgement; repeated calls with the same key and payload submit it once.
 * @param isOwn whether the sender is logged in, and keeps a copy.
 */
export function submitLodgement(payload: ClaimsPayload, key: string, isOwn: boolean) {
  const endpoint = isOwn ? ownLodgementEndpoints.send : lodgementEndpoints.submit
  return call(endpoint, { body: payload }, { headers: { 'idempotency-key': key } })
}
