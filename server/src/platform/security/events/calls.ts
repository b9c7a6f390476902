import { type Endpoint, isAdminRight, type RefusalSpec } from '@docketbox/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '#platform/security/scope.ts'
import { logSecurity, type SecurityLine } from './log.ts'
import type { OwnEvent } from './record.ts'

/** The dependencies for logging security events of calls. */
export type CallEvents = {
  sourceOf: (address: string) => string
  record: (event: OwnEvent, details: Pick<SecurityLine, 'session' | 'source'>) => Promise<void>
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Logs an administrator's call that succeeded, and records what a call means for its caller's own account. */
export async function recordCall(
  { callEvents }: FastifyInstance,
  { endpoint, request, caller }: { endpoint: Endpoint; request: FastifyRequest; caller: Caller },
): Promise<void> {
  const { actor, scope } = caller
  const isAdministrators = endpoint.right !== 'public' && isAdminRight(endpoint.right)
  if (!endpoint.event && !isAdministrators) return
  const source = callEvents.sourceOf(request.ip)
  if (endpoint.event) {
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
    const event = { ownerId: scope.ownerId, kind: endpoint.event, userAgent }
    await callEvents.record(event, { session: actor.sessionId, source })
  }
  if (!isAdministrators) return
  // Other parameters could be personal.
  const [subject] = Object.values(request.params as Record<string, string>).filter((text) => UUID.test(text))
  logSecurity(request.log, {
    event: 'administratorAction',
    user: actor.id,
    session: actor.sessionId,
    call: callOf(endpoint),
    ...(subject !== undefined && { subject }),
    source,
  })
}

/** Logs a call that is refused because of who makes it. */
export function logDenied(
  { callEvents }: FastifyInstance,
  request: FastifyRequest,
  { endpoint, refusal }: { endpoint: Endpoint; refusal: RefusalSpec },
): void {
  // Without a token it's a visitor.
  if (!request.caller && request.headers.authorization === undefined) return
  logSecurity(request.log, {
    event: 'accessDenied',
    user: request.caller?.actor.id ?? null,
    ...(request.caller && { session: request.caller.actor.sessionId }),
    call: callOf(endpoint),
    reason: refusal.code,
    source: callEvents.sourceOf(request.ip),
  })
}

function callOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}
