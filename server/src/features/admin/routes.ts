import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Sessions } from '#features/sessions'
import { listSharePeriods } from '#features/rooms'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { exportSubscribers } from './export.ts'
import { readingAccuracy } from './reading/accuracy.ts'
import {
  countSubscribers,
  findSubscriber,
  listAdministrators,
  listAudit,
  listSubscribers,
} from './service.ts'
import { setStatus } from './suspension.ts'

export function adminRoutes(app: FastifyInstance, deps: Deps, sessions: Sessions): void {
  route(app, api.admin.listSubscribers, ({ query }) => listSubscribers(deps, query))
  route(app, api.admin.countSubscribers, () => countSubscribers(deps))
  route(app, api.admin.exportSubscribers, ({ actor, query }) => exportSubscribers(deps, actor, query))
  route(app, api.admin.findSubscriber, ({ scope, params }) => findSubscriber(deps, scope, params.userId))
  route(app, api.admin.setStatus, ({ actor, params, body }) =>
    setStatus({ ...deps, sessions }, actor, params.userId, body),
  )
  route(app, api.admin.listShares, async ({ params }) => ({
    docs: await listSharePeriods(deps, params.userId),
  }))
  route(app, api.admin.listAdministrators, ({ query }) => listAdministrators(deps, query))
  route(app, api.admin.readingAccuracy, () => readingAccuracy(deps))
  route(app, api.admin.listAudit, ({ query }) => listAudit(deps, query))
}
