import { api, endingOf, incomeYearLabel } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { wholeList } from '#platform/database/queries/page.ts'
import { route } from '#platform/http/route.ts'
import { requireYear, type Scope } from '#platform/security/scope.ts'
import { keepReceipts, recordLodgedReturn, removeLodgedReturn, setDispute } from './lodged-return.ts'
import { summariseYear } from './summary.ts'
import { listYears } from './years.ts'

export function yearRoutes(app: FastifyInstance, deps: Deps): void {
  const { years } = api
  route(app, years.list, async ({ scope }) => {
    const { docs } = await listYears(deps, scope.ownerId)
    return wholeList(docs.filter(({ incomeYear }) => isShared(scope, incomeYear)))
  })
  route(app, years.summary, async ({ scope, params: { incomeYear } }) => {
    requireYear(scope, incomeYear)
    const summary = await summariseYear(deps, scope.ownerId, incomeYear)
    const previousYear = incomeYearLabel(endingOf(incomeYear) - 1)
    return isShared(scope, previousYear) ? summary : { ...summary, previous: null }
  })
  route(app, years.recordLodgedReturn, ({ scope, params, body }) =>
    recordLodgedReturn(deps, scope, params.incomeYear, body),
  )
  route(app, years.removeLodgedReturn, ({ scope, params }) =>
    removeLodgedReturn(deps, scope, params.incomeYear),
  )
  route(app, years.setDispute, ({ scope, params, body }) => setDispute(deps, scope, params.incomeYear, body))
  route(app, years.keepReceipts, ({ scope, params, body }) =>
    keepReceipts(deps, scope, params.incomeYear, body),
  )
}

function isShared({ incomeYears }: Scope, incomeYear: string): boolean {
  return incomeYears === 'all' || incomeYears.includes(incomeYear)
}
