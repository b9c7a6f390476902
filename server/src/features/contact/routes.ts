import { api, contactMessage } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { canBeCalled } from '#platform/http/phone-numbers.ts'
import { route } from '#platform/http/route.ts'
import { receiveMessage } from './service.ts'

export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  const send = { ...api.contact.send, body: contactMessage(canBeCalled) }
  route(app, send, ({ body }) => receiveMessage(deps, body))
}
