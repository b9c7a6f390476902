import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { listCategories } from './store.ts'

export function categoryRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  route(app, api.categories.list, async () => {
    const rows = await listCategories(db)
    const docs = rows.map(({ id, name }) => ({ _id: id, name }))
    return { docs, totalPages: 1, page: 1, totalDocs: docs.length }
  })
}
