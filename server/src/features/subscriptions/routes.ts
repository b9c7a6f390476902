import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { wholeList } from '#platform/database/queries/page.ts'
import { route } from '#platform/http/route.ts'
import { listCreatedPlans, setOffered } from './created-plans/created-plans.ts'
import { listCounted, subscriptionFigures } from './figures/figures.ts'
import { listPlanCards } from './plan-cards.ts'
import { storageOf } from './storage/storage.ts'
import { subscribe, type SubscribeDeps } from './subscribe.ts'

export function subscriptionRoutes(app: FastifyInstance, deps: SubscribeDeps): void {
  route(app, api.subscriptions.list, async ({ scope }) => wholeList(await listPlanCards(deps, scope)))
  route(app, api.subscriptions.storage, ({ scope }) => storageOf(deps, scope.ownerId))
  route(app, api.subscriptions.figures, () => subscriptionFigures(deps))
  route(app, api.subscriptions.counted, ({ query }) => listCounted(deps, query))
  route(app, api.subscriptions.listCreated, () => listCreatedPlans(deps))
  route(app, api.subscriptions.setOffered, ({ actor, params, body }) =>
    setOffered(deps, actor, params.planId, body.isOffered),
  )
  route(app, api.subscriptions.subscribe, ({ actor, scope, body }) => subscribe(deps, actor, scope, body))
}
