import { api, claims, type Endpoint, defaultRules } from '@docketbox/contract'
import type { Environment } from '#platform/config/environment.ts'

/** The endpoint for the API document: with the myGov fields if they are switched on. */
export function describeEndpoint(
  { LODGEMENT_ASKS_MYGOV_PASSWORD }: Pick<Environment, 'LODGEMENT_ASKS_MYGOV_PASSWORD'>,
  endpoint: Endpoint,
): Endpoint {
  const isForm = endpoint === api.lodgement.submit || endpoint === api.lodgement.send
  if (!isForm) return endpoint
  if (!LODGEMENT_ASKS_MYGOV_PASSWORD) return endpoint
  const body = claims({ ...defaultRules, asksMyGovPassword: true })
  return { ...endpoint, body, summary: `${endpoint.summary} ${MYGOV_NOTE}` }
}

const MYGOV_NOTE =
  'The two myGov fields are compared and dropped immediately: they’re never logged, stored or emailed.'
