import type { Stripe } from 'stripe'
import { publishAll } from '../plans/publish-plans.ts'
import type { SetupDeps } from './checks.ts'
import {
  findOrCreatePortalConfiguration,
  findPortalConfiguration,
  hasOurFeatures,
  updatePortalConfiguration,
} from './portal-configuration.ts'
import {
  createEndpoint,
  endpointUrl,
  eventDifferences,
  hasOurVersion,
  listOurEndpoints,
  whyUnreachable,
} from './webhook-endpoint.ts'
import { eventTypes } from '../webhook/handle-event.ts'

/**
 * Creates or corrects what Stripe's API lets us. Run again, it changes nothing.
 * @returns lines about what it did, with the new signing secret if it created the endpoint.
 */
export async function* setUpPayments(deps: SetupDeps): AsyncGenerator<string> {
  const stripe = await deps.payments.client()
  const names = await publishAll(deps)
  yield `Plans: ${names.join(', ')} have their products and prices.`
  yield await setUpPortal(stripe)
  yield* setUpEndpoint(deps, stripe)
}

async function setUpPortal(stripe: Stripe): Promise<string> {
  const existing = await findPortalConfiguration(stripe)
  if (!existing) return `Customer portal: created ${(await findOrCreatePortalConfiguration(stripe)).id}.`
  if (hasOurFeatures(existing)) return `Customer portal: ${existing.id} is up to date.`
  await updatePortalConfiguration(stripe, existing.id)
  return `Customer portal: corrected ${existing.id}.`
}

async function* setUpEndpoint(deps: SetupDeps, stripe: Stripe): AsyncGenerator<string> {
  const url = endpointUrl(deps)
  const reason = whyUnreachable(url, deps.payments.isLive)
  if (reason !== undefined) return yield `Webhook: not created. ${reason}`
  const endpoints = await listOurEndpoints(stripe, url)
  const current = endpoints.filter((endpoint) => hasOurVersion(stripe, endpoint))
  for (const endpoint of current) {
    const { missing, extra } = eventDifferences(endpoint)
    if (missing.length + extra.length === 0 && endpoint.status === 'enabled') {
      yield `Webhook: ${endpoint.id} is up to date.`
      continue
    }
    await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: [...eventTypes], disabled: false })
    yield `Webhook: corrected the events of ${endpoint.id}.`
  }
  if (current.length === 0) {
    const { id, secret } = await createEndpoint(stripe, url)
    yield `Webhook: created ${id} at ${url}. Set its signing secret and restart; Stripe doesn’t show it again:`
    yield `STRIPE_WEBHOOK_SECRET=${secret}`
  }
  // We refuse what they send, and their version can't be changed.
  for (const { id, api_version } of endpoints.filter((endpoint) => !current.includes(endpoint))) {
    await stripe.webhookEndpoints.del(id)
    yield `Webhook: deleted ${id}, which sent events in ${api_version ?? 'the account’s version'}.`
  }
}
