import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { invite, listInvitations, openInvitation, withdraw } from './service.ts'

export function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { invitations } = api
  route(app, invitations.create, ({ actor, body }) => invite(deps, actor, body))
  route(app, invitations.list, ({ query }) => listInvitations(deps, query))
  route(app, invitations.withdraw, ({ actor, params }) => withdraw(deps, actor, params.invitationId))
  route(app, invitations.open, ({ body }) => openInvitation(deps, body.token))
}
