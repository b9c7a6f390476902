import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { lodgementEndpoints } from '@docketbox/contract/lodgement/endpoints'
import { call } from '#platform/api/client.ts'

/** What the form asks here and now. */
export function askForSettings(signal: AbortSignal) {
  return call(lodgementEndpoints.form, {}, { signal })
}

/** Sends a lodgement. The same `key` with the same payload lodges once, however often it is sent. */
export function lodge(payload: ClaimsPayload, key: string) {
  return call(lodgementEndpoints.submit, { body: payload }, { headers: { 'idempotency-key': key } })
}
