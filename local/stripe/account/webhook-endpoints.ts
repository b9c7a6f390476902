import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, metadata, paging, text, url } from '#stripe/api/accept.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, remove, type Route } from '#stripe/api/route.ts'
import { apiVersion, type World } from '#stripe/store/world.ts'

const events = z.array(z.string().regex(/^(\*|[a-z_]+(\.[a-z_]+)+)$/)).min(1)
const MAX_ENDPOINTS = 16

/** Endpoints that get an event, with the version they want it in and what signs it. */
export function endpointsFor(world: World, type: string): (Stripe.WebhookEndpoint & { secret: string })[] {
  return world
    .all('webhook endpoint')
    .filter(({ status }) => status === 'enabled')
    .filter(({ enabled_events }) => enabled_events.includes('*') || enabled_events.includes(type))
    .map((endpoint) => ({ ...endpoint, secret: world.get('endpoint secret', endpoint.id).secret }))
}

export const webhookEndpointRoutes: Route[] = [
  post('/v1/webhook_endpoints', ({ world, input }) => {
    const read = accept(input, {
      url,
      enabled_events: events,
      api_version: text.regex(/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/).optional(),
      description: text.optional(),
      metadata: metadata.optional(),
    })
    if (world.all('webhook endpoint').length >= MAX_ENDPOINTS)
      throw badRequest('You have reached the maximum of 16 test webhook endpoints.')
    const endpoint = world.put('webhook endpoint', {
      ...world.base('we', 'webhook_endpoint'),
      api_version: read.api_version ?? null,
      application: null,
      description: read.description ?? null,
      enabled_events: read.enabled_events,
      metadata: read.metadata ?? {},
      status: 'enabled',
      url: read.url,
    })
    const { secret } = world.put('endpoint secret', {
      id: endpoint.id,
      secret: `whsec_${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
    })
    // Never shown again.
    return { ...endpoint, secret }
  }),
  get('/v1/webhook_endpoints', ({ world, input }) =>
    listOf('/v1/webhook_endpoints', world.all('webhook endpoint'), accept(input, paging)),
  ),
  get('/v1/webhook_endpoints/:id', ({ world, params }) => world.get('webhook endpoint', params['id']!)),
  // The version of an endpoint can't be changed.
  post('/v1/webhook_endpoints/:id', ({ world, params, input }) => {
    const read = accept(input, {
      url: url.optional(),
      enabled_events: events.optional(),
      description: text.optional(),
      disabled: flag.optional(),
      metadata: metadata.optional(),
    })
    const before = world.get('webhook endpoint', params['id']!)
    const { disabled = before.status === 'disabled' } = read
    return world.change('webhook endpoint', before.id, {
      url: read.url ?? before.url,
      enabled_events: read.enabled_events ?? before.enabled_events,
      description: read.description ?? before.description,
      metadata: { ...before.metadata, ...read.metadata },
      status: disabled ? 'disabled' : 'enabled',
    })
  }),
  remove('/v1/webhook_endpoints/:id', ({ world, params }) => {
    const { id } = world.get('webhook endpoint', params['id']!)
    world.remove('webhook endpoint', id)
    world.remove('endpoint secret', id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

export function versionOf({ api_version }: Stripe.WebhookEndpoint): string {
  return api_version ?? apiVersion
}
