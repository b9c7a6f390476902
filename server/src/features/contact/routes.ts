import { api, contactMessage } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { isValidPhoneNumber } from '#platform/people/phone-numbers.ts'
import { route } from '#platform/http/route.ts'
import { receiveMessage } from './service.ts'

export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  const send = { ...api.contact.send, body: contactMessage(isValidPhoneNumber) }
  route(app, send, ({ body }) => receiveMessage(deps, body))
}
