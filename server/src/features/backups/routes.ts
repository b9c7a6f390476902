import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { backupStatus } from './status.ts'

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, api.backups.status, () => backupStatus(deps))
}
