import { api, endingOf, incomeYearLabel, packRefusals } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { requireStarted } from '#features/years'
import type { Deps } from '#platform/config/deps.ts'
import { wholeList } from '#platform/database/queries/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { route } from '#platform/http/route.ts'
import { requireYear, type Scope } from '#platform/security/scope.ts'
import { downloadPack } from './download.ts'
import { presentPack } from './present.ts'
import { requestPack } from './request.ts'
import { integrityStatement } from './statement/statement.ts'
import { findPack, listPacks, type StoredPack } from './store.ts'

export function packRoutes(app: FastifyInstance, deps: Deps): void {
  const { packs } = api

  const packOf = async (scope: Scope, id: string): Promise<StoredPack> => {
    const pack = await findPack(deps.db, { ownerId: scope.ownerId, id }, { isForGuest: isGuest(scope) })
    if (!pack) throw new Refusal(packRefusals.notFound)
    requireYear(scope, incomeYearLabel(pack.incomeYear), packRefusals.notFound)
    return pack
  }

  route(app, packs.request, ({ scope: { ownerId }, params: { incomeYear }, body: { formats } }) => {
    requireStarted(incomeYear, deps.now())
    return inTransaction(deps.db, (db) => requestPack(db, deps, { ownerId, incomeYear, formats }))
  })
  route(app, packs.list, async ({ scope, params: { incomeYear } }) => {
    requireYear(scope, incomeYear)
    const year = { ownerId: scope.ownerId, incomeYear: endingOf(incomeYear) }
    return wholeList((await listPacks(deps.db, year, { isForGuest: isGuest(scope) })).map(presentPack))
  })
  route(app, packs.show, async ({ scope, params }) => presentPack(await packOf(scope, params.packId)))
  route(app, packs.download, async ({ scope, params }) =>
    downloadPack(deps, await packOf(scope, params.packId), scope),
  )
  route(app, packs.statement, ({ scope, params }) => integrityStatement(deps, scope, params.uploadId))
}

function isGuest({ incomeYears }: Scope): boolean {
  return incomeYears !== 'all'
}
