import type { Stripe } from 'stripe'
import { raiseAlert } from '../alerts/alerts.ts'
import type { PaymentDeps } from '../deps.ts'

/**
 * Whether an event has the shape we know. Stripe never converts events, so those of an endpoint with another API
 * version would be misread. Releases of one name, such as `.endive`, only add to each other.
 * @returns false after raising an alert.
 */
export async function isOurVersion(
  deps: PaymentDeps,
  stripe: Stripe,
  { api_version: version }: Stripe.Event,
): Promise<boolean> {
  const ours = stripe.getApiField('version')
  if (isSameRelease(version, ours)) return true
  await raiseAlert(deps, deps.db, {
    kind: 'eventVersion',
    subject: version ?? 'none',
    message: `Stripe sends events in API version ${version ?? 'unknown'}, but we need ${ours}. We reject them, so payments aren’t recorded. Run npm run admin -- payments check.`,
  })
  return false
}

/** Whether two API versions are releases of one name; null is unknown. */
export function isSameRelease(version: string | null, ours: string): boolean {
  return version !== null && nameOf(version) === nameOf(ours)
}

function nameOf(version: string): string {
  return version.slice(version.indexOf('.') + 1)
}
