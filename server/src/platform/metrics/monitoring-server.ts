import Fastify from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { refuseToListen } from '#platform/http/probe-port.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves the metrics and health of this process to operators, apart from what the world may reach: on loopback unless
 * METRICS_HOST says otherwise. Workers, which serve nothing else, have it too.
 */
export async function serveMonitoring(
  deps: Deps,
  metrics: Metrics,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const host = deps.config.METRICS_HOST
  const app = Fastify({ logger: false, forceCloseConnections: true })
  healthRoutes(app, deps)
  app.get('/metrics', async (_, reply) => {
    const { type, body } = await metrics.text()
    return reply.type(type).send(body)
  })
  const url = await app.listen({ host, port }).catch(refuseToListen(host, port, 'METRICS_'))
  return { url: `${url}/metrics`, close: () => app.close() }
}
