import { api, profileTexts } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Sessions } from '#features/sessions'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { closeOwnAccount } from './close.ts'
import { exportAll } from './export.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps, sessions: Sessions): void {
  const { account } = api
  route(app, account.exportAll, (call) => exportAll(deps, call), { countsLimits: true })
  route(app, account.close, async ({ actor, body }) => ({
    message: profileTexts.closed,
    purgeAt: (await closeOwnAccount(deps, sessions, actor, body)).toISOString(),
  }))
}
