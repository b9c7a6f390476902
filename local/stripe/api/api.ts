import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountRoutes } from '#stripe/account/account.ts'
import { portalConfigurationRoutes } from '#stripe/account/portal-configurations.ts'
import { webhookEndpointRoutes } from '#stripe/account/webhook-endpoints.ts'
import { catalogueRoutes } from '#stripe/objects/catalogue.ts'
import { checkoutSessionRoutes } from '#stripe/objects/checkout-sessions.ts'
import { customerBalanceRoutes } from '#stripe/objects/customer-balance.ts'
import { customerRoutes } from '#stripe/objects/customers.ts'
import { disputeRoutes } from '#stripe/objects/disputes.ts'
import { responseOf } from './expand.ts'
import { badRequest, Fault, forbidden, unauthorized } from './fault.ts'
import { decodeForm, type FormValues } from './form.ts'
import { invoiceRoutes } from '#stripe/objects/invoices.ts'
import { paymentIntentRoutes } from '#stripe/objects/payment-intents.ts'
import { paymentMethodRoutes } from '#stripe/objects/payment-methods.ts'
import { promotionRoutes } from '#stripe/objects/promotions.ts'
import { portalRoutes } from '#stripe/objects/portal.ts'
import { refundRoutes } from '#stripe/objects/refunds.ts'
import type { Route } from './route.ts'
import { subscriptionRoutes } from '#stripe/objects/subscriptions.ts'
import { eventRoutes } from '#stripe/objects/events.ts'
import { apiVersion, type World } from '#stripe/store/world.ts'

const routes: Route[] = [
  ...accountRoutes,
  ...catalogueRoutes,
  ...checkoutSessionRoutes,
  ...customerBalanceRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...portalConfigurationRoutes,
  ...portalRoutes,
  ...promotionRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...webhookEndpointRoutes,
]

export type Keys = { secretKey: string; publishableKey: string }
/** Which calls something happens to. */
export type CallFilter = (call: { method: string; path: string }) => boolean
type ApiResponse = { status: number; body: unknown; isStored?: boolean; original?: string }
type Options = Keys & { latencyMs: () => number; fails: CallFilter }

const REMEMBERS_KEYS_SECONDS = 86_400

const internalError: ApiResponse = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred.' } },
}

/** The JSON API: keys, version, idempotency, parameters, errors and expansion, the same for every route. */
export function mountApi(app: FastifyInstance, world: World, options: Options): void {
  const inProgress = new Set<string>()

  const respond = async (route: Route, request: FastifyRequest): Promise<ApiResponse> => {
    const isPublic = isPublicCall(route, request, options)
    checkVersion(request)
    const input = readInput(request)
    const key =
      request.method === 'GET' ? undefined : (request.headers['idempotency-key'] as string | undefined)
    const path = request.url.split('?')[0]!
    const fingerprint = hash(`${request.method} ${path} ${JSON.stringify(input)}`)
    if (key !== undefined) {
      const stored = replay(world, inProgress, key, fingerprint)
      if (stored) return stored
      inProgress.add(key)
    }
    try {
      const latency = options.latencyMs()
      if (latency > 0) await wait(latency)
      const run = () => {
        const cause = { id: idOfRequest(request), idempotency_key: key ?? null }
        const call = { world, params: request.params as Record<string, string>, input, isPublic }
        const result = world.during(cause, () => route.handle(call))
        return responseOf(world, result, input['expand'])
      }
      const isFailing = options.fails({ method: request.method, path })
      const { isStored = true, ...made } = isFailing ? internalError : attempt(run)
      if (key !== undefined && isStored)
        world.put('replay', {
          id: key,
          request: idOfRequest(request),
          fingerprint,
          created: world.now(),
          ...made,
        })
      return made
    } finally {
      if (key !== undefined) inProgress.delete(key)
    }
  }

  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const { status, body, original } = await respond(route, request)
        if (original) reply.headers({ 'idempotent-replayed': 'true', 'original-request': original })
        return send(reply, request, status, body)
      },
    })
  }
}

function idOfRequest({ id }: FastifyRequest): string {
  return `req_${hash(id).slice(0, 14)}`
}

export function send(
  reply: FastifyReply,
  request: FastifyRequest,
  status: number,
  body: unknown,
): FastifyReply {
  return reply
    .code(status)
    .headers({
      'request-id': idOfRequest(request),
      'stripe-version': apiVersion,
      'stripe-should-retry': 'false',
    })
    .send(body)
}

function attempt(work: () => unknown): ApiResponse {
  try {
    return { status: 200, body: work() }
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown
    return { status: thrown.status, body: { error: thrown.body }, isStored: thrown.isStored }
  }
}

function replay(
  world: World,
  inProgress: Set<string>,
  key: string,
  fingerprint: string,
): ApiResponse | undefined {
  if (key.length > 255) throw badRequest('The idempotency key may have at most 255 characters.')
  if (inProgress.has(key)) {
    const message = 'There is currently another in-progress request using this Idempotent Key.'
    throw new Fault(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
  }
  const stored = world.find('replay', key)
  if (!stored || stored.created + REMEMBERS_KEYS_SECONDS <= world.now()) return undefined
  if (stored.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw new Fault(400, { type: 'idempotency_error', message })
  }
  return { status: stored.status, body: stored.body, original: stored.request }
}

/** The API key of a request. @throws Fault if it's missing, wrong or not allowed to do this. */
function isPublicCall(
  route: Route,
  { headers }: FastifyRequest,
  { secretKey, publishableKey }: Keys,
): boolean {
  const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (key === secretKey) return false
  if (key !== publishableKey)
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`)
  if (!route.isPublic) {
    throw forbidden('This API call cannot be made with a publishable API key. Please use a secret API key.')
  }
  return true
}

function checkVersion({ headers }: FastifyRequest): void {
  const version = headers['stripe-version']
  if (version !== undefined && version !== apiVersion) {
    throw badRequest(`The local stand-in speaks API version ${apiVersion} only, not ${String(version)}.`)
  }
}

function readInput({ method, url, body }: FastifyRequest): FormValues {
  if (method === 'GET') return decodeForm(url.split('?')[1] ?? '')
  const { query, form } = { query: url.split('?')[1], form: typeof body === 'string' ? body : '' }
  return decodeForm([query, form].filter(Boolean).join('&'))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
