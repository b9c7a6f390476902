import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Environment } from '#platform/config/environment.ts'

export type Tracing = Readonly<{
  /** Makes a span of each request of a server without routes yet. */
  traceRequests(app: FastifyInstance): void
  traceJob<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Records a query that just ended. Its text has no values. */
  traceQuery(sql: string, milliseconds: number): void
  /** Sends what wasn't sent yet. */
  stop(): Promise<void>
}>

type Settings = Pick<Environment, 'ROLE'> & { endpoint: string }

/** Sends traces of requests, jobs and queries to an OpenTelemetry collector. The libraries are loaded by the first call. */
export async function startTracing({ endpoint, ROLE }: Settings): Promise<Tracing> {
  const [api, sdk, contexts, core, otlp, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { context, defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable())
  const propagator = new core.W3CTraceContextPropagator()
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'docketbox', 'docketbox.role': ROLE }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('docketbox')
  const spans = new WeakMap<FastifyRequest, Span>()

  return {
    traceRequests(app) {
      app.addHook('onRequest', (request, _, done) => {
        const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        const endpoint = request.routeOptions.url ?? 'none'
        const attributes = { 'http.request.method': request.method, 'http.route': endpoint }
        const span = tracer.startSpan(
          `${request.method} ${endpoint}`,
          { kind: SpanKind.SERVER, attributes },
          parent,
        )
        spans.set(request, span)
        context.with(trace.setSpan(parent, span), done)
      })
      app.addHook('onResponse', async (request, reply) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
      })
    },
    traceJob: (name, work) =>
      tracer.startActiveSpan(`job ${name}`, { kind: SpanKind.CONSUMER }, async (span) => {
        try {
          return await work()
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      }),
    traceQuery(sql, milliseconds) {
      // Only as a part of something: the queue polls all the time.
      if (!trace.getActiveSpan()) return
      const startTime = Date.now() - milliseconds
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql }
      tracer.startSpan('query', { kind: SpanKind.CLIENT, startTime, attributes }).end()
    },
    stop: () => provider.shutdown(),
  }
}
