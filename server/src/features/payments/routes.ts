import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { listStretches } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { findPayments, refundPayment } from './refunds/admin.ts'
import { listPayments, openTaxInvoice } from './invoices/history.ts'
import { createIntent } from './checkout/create-intent.ts'
import { offeredMonths, presentMonths, takenMonths } from './months.ts'
import { cancelPlan, changePlan, openPortal, previewChange } from './plans/change-plan.ts'
import { listHeldMonths } from './checkout/months-store.ts'
import { mountWebhook } from './webhook/route.ts'

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now, payments } = deps
  mountWebhook(app, deps)

  route(app, api.payments.availableMonths, async ({ actor, body }) => {
    const offered = offeredMonths(now())
    const [held, stretches] = await Promise.all([listHeldMonths(db, actor.id), listStretches(db, actor.id)])
    const months = presentMonths(offered, takenMonths(offered, held, stretches, now()))
    const overlapped = body.months.filter((name) =>
      months.some(({ month, isTaken }) => month === name && isTaken),
    )
    return { overlapped, months }
  })
  route(app, api.payments.createIntent, ({ actor, body }) => createIntent(deps, actor, body))
  route(app, api.payments.history, ({ actor, query }) => listPayments(deps, actor, query))
  route(app, api.payments.taxInvoice, ({ actor, params }) => openTaxInvoice(deps, actor, params.id))
  route(app, api.payments.config, async () => ({
    publishableKey: payments.publishableKey,
    ...(payments.scriptUrl !== undefined && { scriptUrl: payments.scriptUrl }),
  }))
  route(app, api.payments.portal, ({ actor }) => openPortal(deps, actor))
  route(app, api.payments.previewChange, ({ actor, body }) => previewChange(deps, actor, body.plan))
  route(app, api.payments.changePlan, ({ actor, body }) => changePlan(deps, actor, body))
  route(app, api.payments.cancelPlan, ({ actor, body }) => cancelPlan(deps, actor, body.isCancelled))
  route(app, api.payments.find, ({ query }) => findPayments(deps, query.find))
  route(app, api.payments.refund, ({ actor, params, body }) => refundPayment(deps, actor, params.id, body))
}
