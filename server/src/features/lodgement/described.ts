import { api, claims, type Endpoint, usualRules } from '@docketbox/contract'
import type { Environment } from '#platform/config/environment.ts'

/** The endpoint as it is here, for the API document: with the myGov fields only where the form has them. */
export function describedFor(
  { LODGEMENT_ASKS_MYGOV_PASSWORD }: Pick<Environment, 'LODGEMENT_ASKS_MYGOV_PASSWORD'>,
  endpoint: Endpoint,
): Endpoint {
  if (endpoint !== api.lodgement.submit) return endpoint
  const body = claims({ ...usualRules, asksMyGovPassword: LODGEMENT_ASKS_MYGOV_PASSWORD })
  return { ...endpoint, body, ...(!LODGEMENT_ASKS_MYGOV_PASSWORD && { summary: withoutMyGov }) }
}

const withoutMyGov = 'Lodges the Claims and Deductions form.'
