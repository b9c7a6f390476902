import { HOUR_MS, MB_BYTES, MINUTE_MS } from '@docketbox/contract/core/units'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import { commonRefusals } from '@docketbox/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { newId } from '#platform/database/ids.ts'
import type { Caller } from '#platform/security/scope.ts'
import { closeAfterLastResponse } from './connections/closing.ts'
import { compressResponses } from './compression.ts'
import type { Deps } from '#platform/config/deps.ts'
import { createAccountLimits } from '#platform/limits/account-limits.ts'
import type { CallEvents } from '#platform/security/events/calls.ts'
import type { GuestLog } from '#platform/security/guest-log.ts'
import { bodyOf, Refusal, toRefusal } from './refusal.ts'

const JSON_LIMIT_BYTES = 256 * 1024
/** Bytes of a file that may wait to be written; with less than one chunk, every chunk would pause the upload. */
const BODY_AHEAD_BYTES = 256 * 1024

/** Set in one call: middleware that sets each header halves the throughput of small responses. */
const securityHeaders = {
  // Pages get their own policy where they are served; an API response may load nothing.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

const unreadStatus: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

type HttpDeps = Pick<Deps, 'config' | 'limits' | 'log' | 'metrics' | 'tracing'>

type Listeners = {
  /** Finds the actor and scope of a bearer token; null if it isn't valid. */
  callerOf: (token: string) => Promise<Caller | null>
  /** Records what guests open and download. */
  guestLog: GuestLog
  callEvents: CallEvents
}

/** The HTTP server without routes: headers, limits, authentication, and one shape for every failure. */
export async function createHttp(
  { config, limits, log, metrics, tracing }: HttpDeps,
  { callerOf, guestLog, callEvents }: Listeners,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: !['info', 'debug'].includes(config.LOG_LEVEL),
    }),
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: (_, hop) => hop < config.TRUST_PROXY,
    bodyLimit: JSON_LIMIT_BYTES,
    // 20 MB take an hour and a half at 30 kbit/s. A client that sends and receives nothing is cut off long before.
    requestTimeout: 2 * HOUR_MS,
    connectionTimeout: 5 * MINUTE_MS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, _, reply: FastifyReply) => {
      void reply
        .headers(securityHeaders)
        .code(error.statusCode ?? 400)
        .send(bodyOf(toRefusal(error)))
    },
    clientErrorHandler: refuseUnread,
  })
  closeAfterLastResponse(app)
  compressResponses(app)
  // Before any other hook, whose work belongs to the request.
  tracing?.traceRequests(app)
  metrics?.recordRequests(app)
  // Bodies are JSON, or files where an endpoint takes one; anything else is refused (415).
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    // Some clients always name the type.
    body === '' ? done(null, undefined) : parseJson(request, withoutLoneSurrogates(body), done),
  )
  app.decorate('limits', limits)
  app.decorate('accountLimits', createAccountLimits(config))
  app.decorate('guestLog', guestLog)
  app.decorate('callEvents', callEvents)
  app.decorateRequest('caller', null)
  await app.register(multipart, {
    limits: {
      files: 1,
      fields: 5,
      fieldSize: 10_000,
      fileSize: Math.floor(config.UPLOAD_LIMIT_MB * MB_BYTES),
      parts: 6,
    },
    throwFileSizeLimit: false,
    highWaterMark: BODY_AHEAD_BYTES,
    fileHwm: BODY_AHEAD_BYTES,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders).header('x-request-id', request.id)
    // By route: the address may be written in other ways, such as /%61pi/.
    if (request.routeOptions.url?.startsWith('/api/') ?? true) reply.header('cache-control', 'no-store')
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    request.caller = token ? await callerOf(token) : null
  })
  app.addHook('onResponse', async ({ raw }) => discardRest(raw))
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (hasDisconnected(request)) return reply.code(refusal.spec.status).send(bodyOf(refusal))
    // A refusal is deliberate, for example of a preview during shutdown. Anything else is a bug or an outage.
    const level = error instanceof Refusal ? 'warn' : 'error'
    if (refusal.spec.status >= 500) request.log[level]({ err: error }, refusal.spec.code)
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
    return reply.code(refusal.spec.status).send(bodyOf(refusal))
  })
  return app
}

/** Replaces half an emoji, which is left where a field's maximum cut one in two, by U+FFFD: Postgres refuses it in JSON. */
function withoutLoneSurrogates(json: string): string {
  // Escaped backslashes and whole pairs are matched only to be skipped.
  return json.replaceAll(/\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}/gi, (escaped) =>
    escaped.length === 6 ? String.raw`\ufffd` : escaped,
  )
}

/** Whether the client has disconnected. Whatever that throws isn't an error. */
function hasDisconnected({ raw }: FastifyRequest): boolean {
  return raw.socket.destroyed
}

/** Refuses what isn't HTTP or has too many headers, in the usual shape; no hook sees such requests. */
function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = JSON.stringify(bodyOf(new Refusal(commonRefusals.malformed)))
  const status = unreadStatus[error.code ?? ''] ?? '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** Discards the rest of a refused body, so that the connection's next request doesn't wait. */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  request.unpipe()
  request.resume()
}
