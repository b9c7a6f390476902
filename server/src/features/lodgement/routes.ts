import { api, claims } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { isValidPhoneNumber } from '#platform/people/phone-numbers.ts'
import { route } from '#platform/http/route.ts'
import { dropMyGovPasswords } from './sending/drop-passwords.ts'
import { prefillForm } from './prefill.ts'
import { listSentForms } from './sent-forms.ts'
import { formSettings, lodge, today } from './service.ts'

export function lodgementRoutes(app: FastifyInstance, deps: Deps): void {
  const body = claims({
    today: () => today(deps),
    asksMyGovPassword: deps.config.LODGEMENT_ASKS_MYGOV_PASSWORD,
    isValidPhoneNumber,
  })
  route(app, api.lodgement.form, async () => formSettings(deps))
  route(app, api.lodgement.prefill, ({ scope, params }) =>
    prefillForm(deps, scope.ownerId, params.incomeYear),
  )
  route(app, api.lodgement.sent, ({ scope, params }) => listSentForms(deps, scope.ownerId, params.incomeYear))
  app.register(async (edge) => {
    edge.addHook('preValidation', dropMyGovPasswords)
    route(edge, { ...api.lodgement.submit, body }, ({ body, idempotencyKey }) =>
      lodge(deps, body, idempotencyKey),
    )
    route(edge, { ...api.lodgement.send, body }, ({ scope, body, idempotencyKey }) =>
      lodge(deps, body, idempotencyKey, scope.ownerId),
    )
  })
}
