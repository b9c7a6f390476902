import Fastify, { type FastifyInstance } from 'fastify'
import type { Environment } from '#platform/config/environment.ts'
import { refuseToListen } from '#platform/http/connections/hold-port.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves the metrics and health of this process to operators, on a port of its own: only on loopback unless METRICS_HOST
 * is set. Workers have it too, although they serve nothing else.
 */
export async function serveMonitoring(
  { METRICS_HOST: host }: Pick<Environment, 'METRICS_HOST'>,
  port: number,
  { metrics, addHealth }: { metrics: Metrics; addHealth: (app: FastifyInstance) => void },
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  addHealth(app)
  app.get('/metrics', async (_, reply) => {
    const { type, body } = await metrics.text()
    return reply.type(type).send(body)
  })
  const url = await app.listen({ host, port }).catch(refuseToListen(host, port, 'METRICS_'))
  return { url: `${url}/metrics`, close: () => app.close() }
}
