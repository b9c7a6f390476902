import {
  commonRefusals,
  type Endpoint,
  isAdminRight,
  isFile,
  isRedirect,
  type Parsed,
  type RefusalSpec,
  type Result,
  type Right,
} from '@docketbox/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '#platform/security/actor.ts'
import type { Caller, Scope } from '#platform/security/scope.ts'
import type { AccountLimits } from '#platform/limits/account-limits.ts'
import type { Limit } from '#platform/limits/counter.ts'
import { networkKey, rateLimitKey } from '#platform/limits/rate-limit-key.ts'
import { type CallEvents, logDenied, recordCall } from '#platform/security/events/calls.ts'
import { logGuest, type GuestLog } from '#platform/security/guest-log.ts'
import { zodErrorMessages } from './zod-messages.ts'
import { callLimit, type RateLimits } from '#platform/limits/rate-limits.ts'
import { inAccountTurn } from './account-turn.ts'
import type { RangeHeaders } from './files/range.ts'
import { type IncomingFile, receiveFile } from './files/receive.ts'
import { isContinuation, type OutgoingFile, sendFile } from './files/send.ts'
import { Refusal } from './refusal.ts'

export type Redirect = Readonly<{ location: string }>

/** Public endpoints have no actor and no scope; all others always have both. */
export type Call<E extends Endpoint> = Parsed<E, IncomingFile> & {
  actor: E['right'] extends 'public' ? null : Actor
  scope: E['right'] extends 'public' ? null : Scope
  /** Network address of the caller. */
  address: string
  userAgent: string
  /** The limits of the endpoint, for handlers that count them together with others. */
  limits: readonly Limit[]
  /** The `Cookie` header. Only logging in and changing the password use cookies. */
  cookies: string
  /** Adds a `Set-Cookie` header to the response. */
  setCookie: (cookie: string) => void
  idempotencyKey: string | undefined
  /** Which part of a file is asked for, for handlers that have to know. */
  rangeHeaders: RangeHeaders
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E, OutgoingFile, Redirect>>

/**
 * Mounts one endpoint of the contract: access, limits, input, then the handler, then output.
 * @param options.countsLimits whether the handler counts the call's limits, to save a round trip.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { countsLimits = false } = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // GET routes also respond to HEAD; handlers read the body, once access is checked.
    handler: async (request, reply) => {
      const caller = admit(app, endpoint, request)
      const run = async () => {
        const limits = limitsOf(endpoint, request, caller.actor)
        if (limits.length > 0 && !countsLimits) await app.limits.count(limits)
        const parts = await parseParts(endpoint, request)
        const call: Record<string, unknown> = { ...callContext(request, reply), limits }
        const result = await handler({ ...parts, ...call, ...caller } as Call<E>)
        const isContinued =
          isFile(endpoint.response) && isContinuation(request.headers, result as OutgoingFile)
        if (caller.scope && caller.scope.incomeYears !== 'all') {
          reply.header('x-robots-tag', 'noindex, nofollow')
          await logGuest(app, { endpoint, request, caller, parts, result, isContinued })
        }
        if (caller.scope && !isContinued) await recordCall(app, { endpoint, request, caller })
        return respond(endpoint, reply, result)
      }
      if (!caller.actor) return run()
      const accountCall = { endpoint, request, reply, accountId: caller.actor.id }
      return inAccountTurn(app.accountLimits, accountCall, run)
    },
  })
}

/** The actor and scope of a call. @throws Refusal, which is logged */
function admit(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
): Caller | { actor: null; scope: null } {
  if (endpoint.right === 'public') return { actor: null, scope: null }
  const refusal = refusalOf(request.caller, endpoint, endpoint.right)
  if (!refusal) return request.caller!
  logDenied(app, request, { endpoint, refusal })
  throw new Refusal(refusal)
}

function refusalOf(caller: Caller | null, endpoint: Endpoint, right: Right): RefusalSpec | undefined {
  if (!caller) return commonRefusals.signInRequired
  const { actor, scope } = caller
  if (!scope.rights.has(right)) return commonRefusals.notAllowed
  if (isAdminRight(right) && !actor.hasSecondFactor) return commonRefusals.secondFactorNeeded
  // An endpoint that doesn't declare how it serves guests could show them more than the shared years.
  if (scope.incomeYears !== 'all' && !endpoint.guests) return commonRefusals.noSuchAddress
  return undefined
}

function limitsOf(endpoint: Endpoint, { ip }: FastifyRequest, actor: Actor | null): Limit[] {
  const name = `${endpoint.method} ${endpoint.path}`
  return (endpoint.limits ?? []).map((limit) => {
    if (limit.per === 'network') return callLimit(name, networkKey(ip), limit)
    return callLimit(name, limit.per === 'account' && actor ? actor.id : rateLimitKey(ip), limit)
  })
}

async function parseParts(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  const parts: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    if (isFile(schema)) {
      // Everything else is checked before a file is accepted.
      if (Object.keys(fields).length > 0) break
      parts[part] = await receiveFile(request)
      if (!parts[part]) throw invalidInput({ file: 'Please select a file.' })
      continue
    }
    const parsed = schema.safeParse(request[part] ?? (part === 'body' ? {} : undefined), {
      error: zodErrorMessages,
    })
    if (parsed.success) parts[part] = parsed.data
    else Object.assign(fields, problemsByField(parsed.error))
  }
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
  return parts
}

/** Invalid input can't make a refusal larger than this. */
const MAX_FIELDS = 50
const MAX_FIELD_NAME_LENGTH = 200

/** One refusal for all bad fields; a single problem is also the message, so that it can be shown unchanged. */
export function invalidInput(fields: Record<string, string>): Refusal {
  const problems = [...new Set(Object.values(fields))]
  return new Refusal(commonRefusals.invalidInput, {
    fields: Object.fromEntries(
      Object.entries(fields)
        .slice(0, MAX_FIELDS)
        .map(([name, problem]) => [name.slice(0, MAX_FIELD_NAME_LENGTH), problem]),
    ),
    ...(problems.length === 1 && { message: problems[0]! }),
  })
}

function callContext(request: FastifyRequest, reply: FastifyReply) {
  const hangUp = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) hangUp.abort()
  })
  const key = request.headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)))
    throw invalidInput({ 'Idempotency-Key': 'Idempotency-Key must be 8 to 200 printable characters.' })
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    cookies: request.headers.cookie ?? '',
    setCookie: (cookie: string) => void reply.header('set-cookie', cookie),
    idempotencyKey: key,
    rangeHeaders: request.headers,
    signal: hangUp.signal,
  }
}

function respond(endpoint: Endpoint, reply: FastifyReply, result: unknown): unknown {
  if (isFile(endpoint.response)) return sendFile(reply, result as OutgoingFile)
  if (isRedirect(endpoint.response)) return reply.redirect((result as Redirect).location)
  reply.code(endpoint.status ?? 200)
  return reply.send(endpoint.response.parse(result))
}

function problemsByField({ issues }: z.ZodError): Record<string, string> {
  const entries = issues.flatMap((issue): [string, string][] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [[...issue.path, key].join('.'), 'Unknown field.'])
      : [[issue.path.join('.'), issue.message]],
  )
  // Only the first problem of each field is shown.
  return Object.fromEntries(entries.toReversed())
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyInstance {
    limits: RateLimits
    accountLimits: AccountLimits
    guestLog: GuestLog
    callEvents: CallEvents
  }
}
