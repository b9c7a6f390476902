import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { wholeList } from '#platform/database/page.ts'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { listPlanCards, subscribe } from './service.ts'

/** @param onPlanCreated lets whoever sells plans know of a new one, in its transaction. */
export function subscriptionRoutes(
  app: FastifyInstance,
  deps: Deps,
  onPlanCreated: (db: Db) => Promise<void>,
): void {
  route(app, api.subscriptions.list, async ({ actor }) => wholeList(await listPlanCards(deps, actor)))
  route(app, api.subscriptions.subscribe, ({ actor, body }) =>
    subscribe({ ...deps, onPlanCreated }, actor, body),
  )
}
