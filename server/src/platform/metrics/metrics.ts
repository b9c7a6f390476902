import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import type { Gauge, Sample } from './gauge.ts'

const PREFIX = 'docketbox_'
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type Metrics = Readonly<{
  /** Counts and times the requests of a server that isn't listening yet. */
  recordRequests(app: FastifyInstance): void
  addGauges(gauges: readonly Gauge[], deps: Deps): void
  /** @returns everything in the text format of Prometheus. */
  text(): Promise<{ type: string; body: string }>
}>

/** Figures of this process and its data for Prometheus. The library is loaded by the first call. */
export async function createMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Time until a response was sent, by endpoint and status.',
    labelNames: ['method', 'endpoint', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })

  return {
    recordRequests(app) {
      app.addHook('onResponse', async (request, reply) => {
        // Not the address, which would be a series for every receipt.
        const endpoint = request.routeOptions.url ?? 'none'
        const labels = { method: request.method, endpoint, status: String(reply.statusCode) }
        requests.observe(labels, reply.elapsedTime / 1000)
      })
    },
    addGauges(gauges, deps) {
      for (const gauge of gauges) {
        const { name, help, labels = [] } = gauge
        const read = readerOf(gauge, deps)
        registry.registerMetric(
          new Gauge({
            name: PREFIX + name,
            help,
            labelNames: [...labels],
            registers: [],
            async collect() {
              const samples = await read()
              this.reset()
              // Without labels, resetting sets it to 0.
              if (labels.length === 0) this.remove()
              for (const { labels = {}, value } of samples) this.set(labels, value)
            },
          }),
        )
      }
    },
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  }
}

/** Reads a gauge; without samples if that fails, so that the other figures still count. */
function readerOf({ name, read, cacheSeconds = 0 }: Gauge, deps: Deps): () => Promise<readonly Sample[]> {
  let cached: { at: number; samples: readonly Sample[] } | undefined
  return async () => {
    const at = performance.now()
    if (cached && at - cached.at < cacheSeconds * 1000) return cached.samples
    try {
      cached = { at, samples: await read(deps) }
      return cached.samples
    } catch (err) {
      deps.log.warn({ err, gauge: name }, 'a gauge could not be read')
      return []
    }
  }
}
