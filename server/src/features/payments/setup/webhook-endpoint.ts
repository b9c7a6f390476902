import type { Stripe } from 'stripe'
import { PAYMENT_EVENTS_PATH } from '#platform/payments/stripe-client.ts'
import type { PaymentDeps } from '../deps.ts'
import { isSameRelease } from '../webhook/event-version.ts'
import { eventTypes } from '../webhook/handle-event.ts'

export function endpointUrl({ publicUrl }: Pick<PaymentDeps, 'publicUrl'>): string {
  return publicUrl + PAYMENT_EVENTS_PATH
}

/** Why Stripe can't send events to an address, if it can't. */
export function whyUnreachable(url: string, isLive: boolean): string | undefined {
  const { hostname, protocol } = new URL(url)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    return `Stripe can’t reach ${url}: set PUBLIC_URL.`
  if (isLive && protocol !== 'https:') return `${url} isn’t https, which live mode requires: set PUBLIC_URL.`
  return undefined
}

/** The account's endpoints at our address. */
export async function listOurEndpoints(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const ours: Stripe.WebhookEndpoint[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) ours.push(endpoint)
  return ours
}

/** Whether an endpoint sends events in our version, which can't be changed later. */
export function hasOurVersion(stripe: Stripe, { api_version }: Stripe.WebhookEndpoint): boolean {
  return isSameRelease(api_version, stripe.getApiField('version'))
}

/** Event types that an endpoint doesn't send but should, and the other way round. */
export function eventDifferences({ enabled_events: enabled }: Stripe.WebhookEndpoint): {
  missing: string[]
  extra: string[]
} {
  const ours: readonly string[] = eventTypes
  const sendsAll = enabled.includes('*')
  return {
    missing: ours.filter((type) => !sendsAll && !enabled.includes(type)),
    extra: enabled.filter((type) => !ours.includes(type)),
  }
}

export function createEndpoint(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint> {
  return stripe.webhookEndpoints.create({
    url,
    enabled_events: [...eventTypes],
    api_version: stripe.getApiField('version') as Stripe.WebhookEndpointCreateParams.ApiVersion,
    description: 'Docketbox',
  })
}
