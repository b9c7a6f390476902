import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { listInboxLodgements, listInboxMessages, setDone } from './service.ts'

export function inboxRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, api.inbox.listMessages, ({ query }) => listInboxMessages(deps, query))
  route(app, api.inbox.listLodgements, ({ query }) => listInboxLodgements(deps, query))
  route(app, api.inbox.setDone, ({ actor, params, body }) => setDone(deps, actor, params.itemId, body.isDone))
}
