import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { apiDocumentRoutes } from '#features/api-document'
import { type Sessions, sessions } from '#features/auth'
import { categoryRoutes } from '#features/categories'
import type { Deps } from '#platform/deps'
import { createHttp } from '#platform/http'

/** A slice mounts its endpoints. */
type Mount = (app: FastifyInstance, deps: Deps, sessions: Sessions) => void

const slices: Mount[] = [apiDocumentRoutes, categoryRoutes]

/** The whole HTTP server, without listening. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const live = sessions(deps)
  const app = await createHttp(deps, (token) => live.actorOf(token))
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    await sql`select 1`.execute(deps.db)
    return { status: 'ready' }
  })
  for (const mount of slices) mount(app, deps, live)
  return app
}
