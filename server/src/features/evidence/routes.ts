import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { requireYear } from '#platform/security/scope.ts'
import { listEvidence, removeEvidence, saveEvidence } from './service.ts'

export function evidenceRoutes(app: FastifyInstance, deps: Deps): void {
  const { evidence } = api
  route(app, evidence.list, ({ scope, query }) => {
    requireYear(scope, query.incomeYear)
    return listEvidence(deps, scope, query)
  })
  route(app, evidence.save, ({ params, body, ...caller }) =>
    saveEvidence(deps, caller, params.evidenceId, body),
  )
  route(app, evidence.remove, ({ scope, params }) => removeEvidence(deps, scope, params.evidenceId))
}
