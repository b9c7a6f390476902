import { api, contactMessage } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps'
import { canBeCalled } from '#platform/phone-numbers'
import { route } from '#platform/route'
import { receiveMessage } from './service.ts'

export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  const send = { ...api.contact.send, body: contactMessage(canBeCalled) }
  route(app, send, ({ body }) => receiveMessage(deps, body))
}
