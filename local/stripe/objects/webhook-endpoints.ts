import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, metadata, paging, text, url } from '#stripe/api/accept.ts'
import { merged } from './customers.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, remove, type Route } from '#stripe/api/route.ts'
import { apiVersion } from '#stripe/store/world.ts'

export const eventRoutes: Route[] = [
  get('/v1/events', ({ world, input }) => {
    const { type, types, ...page } = accept(input, {
      ...paging,
      type: text.optional(),
      types: z.array(text).optional(),
    })
    const matches = (name: string) =>
      (type === undefined || matchesPattern(type, name)) && (!types || types.includes(name))
    return listOf(
      '/v1/events',
      world.all('event').filter((event) => matches(event.type)),
      page,
    )
  }),
  get('/v1/events/:id', ({ world, params }) => world.get('event', params['id']!)),
]

/** `invoice.*` matches every invoice event. */
export function matchesPattern(pattern: string, type: string): boolean {
  return (
    pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
  )
}

const endpointFields = {
  url,
  enabled_events: z.array(text),
  description: text.optional(),
  metadata: metadata.optional(),
}

export const webhookEndpointRoutes: Route[] = [
  post('/v1/webhook_endpoints', ({ world, input }) => {
    const read = accept(input, { ...endpointFields, api_version: z.literal(apiVersion).optional() })
    const secret = `whsec_${world.id('x').slice(2)}`
    return world.put('webhook endpoint', {
      id: world.id('we'),
      object: 'webhook_endpoint',
      api_version: read.api_version ?? null,
      application: null,
      created: world.now(),
      description: read.description ?? null,
      enabled_events: read.enabled_events,
      livemode: false,
      metadata: read.metadata ?? {},
      secret,
      status: 'enabled',
      url: read.url,
    })
  }),
  get('/v1/webhook_endpoints', ({ world, input }) => {
    const rows = world.all('webhook endpoint').map(withoutSecret)
    return listOf('/v1/webhook_endpoints', rows, accept(input, paging))
  }),
  get('/v1/webhook_endpoints/:id', ({ world, params }) => {
    return withoutSecret(world.get('webhook endpoint', params['id']!))
  }),
  post('/v1/webhook_endpoints/:id', ({ world, params, input }) => {
    const old = world.get('webhook endpoint', params['id']!)
    const shape = {
      ...z.strictObject(endpointFields).partial().shape,
      disabled: z.enum(['true', 'false']).optional(),
    }
    const { disabled, metadata: added, ...read } = accept(input, shape)
    const changed = world.change('webhook endpoint', old.id, {
      ...(read.url && { url: read.url }),
      ...(read.enabled_events && { enabled_events: read.enabled_events }),
      ...(disabled && { status: disabled === 'true' ? 'disabled' : 'enabled' }),
      metadata: merged(old.metadata, added),
    })
    return withoutSecret(changed)
  }),
  remove('/v1/webhook_endpoints/:id', ({ world, params }) => {
    const { id } = world.get('webhook endpoint', params['id']!)
    world.remove('webhook endpoint', id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

/** The secret is only shown when the endpoint is created. */
function withoutSecret(row: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  const { secret: _, ...shown } = row
  return shown
}
