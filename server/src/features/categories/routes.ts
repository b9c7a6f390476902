import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { wholeList } from '#platform/database/queries/page.ts'
import { route } from '#platform/http/route.ts'
import { listCategories } from './store.ts'

export function categoryRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  route(app, api.categories.list, async () => {
    const rows = await listCategories(db)
    return wholeList(rows.map(({ id, name }) => ({ _id: id, name })))
  })
}
