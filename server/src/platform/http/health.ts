import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'

/** `/healthz`: the process responds. `/readyz`: so does everything it depends on. */
export function healthRoutes(
  app: FastifyInstance,
  { db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>,
): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_, reply) => {
    // The queue lives in the database.
    const checks = { database: () => sql`select 1`.execute(db), files: () => files.ready() }
    const failing: string[] = []
    for (const [name, check] of Object.entries(checks)) {
      await check().catch((err: unknown) => {
        log.warn({ err }, `not ready: ${name}`)
        failing.push(name)
      })
    }
    return failing.length === 0 ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', failing })
  })
}
