import Fastify, { type FastifyInstance } from 'fastify'
import { isLocalHost } from '#http/listen.ts'
import { type CallFilter, type Keys, mountApi, send } from './api/api.ts'
import { mountBrowserScript } from './pages/browser-script.ts'
import { Fault } from './api/fault.ts'
import { mountPages } from './pages/pages.ts'
import type { World } from './store/world.ts'

type Options = Keys & {
  latencyMs: () => number
  isReachable: () => boolean
  fails: CallFilter
  losesAnswer: CallFilter
}

/** The whole stand-in over HTTP: the API, the hosted pages and the browser script. */
export function createServer(world: World, options: Options): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1_048_576 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  )

  app.addHook('onRequest', async (request, reply) => {
    if (!options.isReachable()) {
      request.raw.destroy()
      return reply.hijack()
    }
    if (!isLocalHost(request.headers.host))
      throw new Fault(403, { type: 'invalid_request_error', message: 'Loopback only.' })
    if (!request.url.startsWith('/v1/')) return undefined
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'request-id' })
    if (request.method !== 'OPTIONS') return undefined
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'authorization',
        'access-control-max-age': '600',
      })
      .code(204)
      .send()
  })

  app.addHook('onSend', async ({ raw, method, url }) => {
    if (options.losesAnswer({ method, path: url.split('?')[0]! })) raw.socket.destroy()
  })

  app.setErrorHandler((thrown, request, reply) => {
    if (thrown instanceof Fault) return send(reply, request, thrown.status, { error: thrown.body })
    const { statusCode = 500, message } = thrown as { statusCode?: number; message: string }
    const type = statusCode < 500 ? 'invalid_request_error' : 'api_error'
    return send(reply, request, statusCode, { error: { type, message } })
  })
  // The SDK treats a 404 without an `error` key as success.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]
    const message = `Unrecognized request URL (${request.method}: ${path}), or one that the local stand-in does not model.`
    return send(reply, request, 404, { error: { type: 'invalid_request_error', message } })
  })

  mountApi(app, world, options)
  mountPages(app, world)
  mountBrowserScript(app)
  return app
}
