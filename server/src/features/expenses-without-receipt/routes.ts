import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { requireYear } from '#platform/security/scope.ts'
import { listExpenses, removeExpense, saveExpense, setLastClaim } from './service.ts'

export function expenseRoutes(app: FastifyInstance, deps: Deps): void {
  const { expenses } = api
  route(app, expenses.list, ({ scope, query }) => {
    requireYear(scope, query.incomeYear)
    return listExpenses(deps, scope, query)
  })
  route(app, expenses.save, ({ params, body, ...caller }) =>
    saveExpense(deps, caller, params.evidenceId, body),
  )
  route(app, expenses.setLastClaim, ({ scope, params, body }) =>
    setLastClaim(deps, scope, params.evidenceId, body),
  )
  route(app, expenses.remove, ({ scope, params }) => removeExpense(deps, scope, params.evidenceId))
}
