import { api, type Endpoint, isAdminRight, paymentRefusals } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#platform/http/refusal.ts'
import { type Handler, route } from '#platform/http/route.ts'
import { type Actor, isAdministrator } from '#platform/security/actor.ts'
import { dismissAlert, listAlerts, restoreAlert } from './alerts/alerts.ts'
import { listAvailableMonths } from './months/available-months.ts'
import { confirmPayment } from './months/confirmation.ts'
import { findCreditOutcome } from './months/credit/outcome.ts'
import { createIntent } from './months/create-intent.ts'
import { payWithCredit } from './months/credit/pay-with-credit.ts'
import { showCustomerCredit } from './refunds/credit-refunds/limits.ts'
import { refundCredit } from './refunds/credit-refunds/request.ts'
import { showCredit } from './customers/credit.ts'
import type { PaymentDeps } from './deps.ts'
import { overviewByMonth } from './finance/by-month.ts'
import { exportPaymentList } from './finance/export.ts'
import { listAllPayments, listPlans } from './finance/list.ts'
import { listPayments, openAdjustmentNote, openTaxInvoice } from './invoices/history.ts'
import { cancelPlan } from './plans/ending/cancel-plan.ts'
import { findChangeOutcome } from './plans/changes/change-outcome.ts'
import { changePlan, previewChange } from './plans/changes/change-plan.ts'
import { openPortal } from './plans/portal.ts'
import { createPromotion } from './promotions/create-promotion.ts'
import { endPromotion } from './promotions/end-promotion.ts'
import { listPromotions, previewPromotion } from './promotions/promotions.ts'
import { refundPayment } from './refunds/admin.ts'
import { findRefundLimits } from './refunds/limits.ts'
import { isRefused } from './stripe.ts'
import { openCheckout } from './plans/subscribing/open-checkout.ts'

const refusedForAdmins =
  'Stripe refused this. The server’s log says why, and “npm run admin -- payments check” says what to fix.'

export function paymentRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { publishableKey, scriptUrl } = deps.payments
  const { payments } = api
  /** An unexpected refusal by Stripe is a bug of ours. */
  const mount = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) =>
    route(app, endpoint, (call) =>
      handler(call).catch((error: unknown) => {
        if (!isRefused(error)) throw error
        deps.log.error({ err: error, endpoint: endpoint.path }, 'Stripe refused a call')
        throw new Refusal(
          paymentRefusals.providerRefused,
          endpoint.right !== 'public' && isAdminRight(endpoint.right) ? { message: refusedForAdmins } : {},
        )
      }),
    )
  /** Administrators may only cancel a plan that they have from before. */
  const refuseAdministrator = (actor: Actor | null) => {
    if (actor && isAdministrator(actor)) throw new Refusal(paymentRefusals.notForAdministrators)
  }
  const mountSale = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) =>
    mount(endpoint, async (call) => {
      refuseAdministrator(call.actor)
      return handler(call)
    })
  mount(payments.availableMonths, ({ scope, body }) => listAvailableMonths(deps, scope, body.months))
  mountSale(payments.createIntent, ({ scope, body }) => createIntent(deps, scope, body))
  mountSale(payments.payWithCredit, ({ scope, body }) => payWithCredit(deps, scope, body))
  mountSale(payments.openCheckout, ({ scope, body }) => openCheckout(deps, scope, body.plan, body.code))
  mount(payments.credit, ({ scope }) => showCredit(deps, scope))
  mount(payments.confirmation, ({ scope, query }) => confirmPayment(deps, scope, query.payment_intent))
  mount(payments.history, ({ scope, query }) => listPayments(deps, scope, query))
  mount(payments.taxInvoice, ({ scope, params }) => openTaxInvoice(deps, scope, params.id))
  mount(payments.adjustmentNote, ({ scope, params }) => openAdjustmentNote(deps, scope, params))
  mount(payments.config, async () => ({ publishableKey, ...(scriptUrl !== undefined && { scriptUrl }) }))
  mount(payments.portal, ({ scope }) => openPortal(deps, scope))
  mountSale(payments.previewChange, ({ scope, body }) => previewChange(deps, scope, body.plan))
  mountSale(payments.changePlan, ({ scope, body }) => changePlan(deps, scope, body))
  mount(payments.changeOutcome, ({ scope, body }) => findChangeOutcome(deps, scope, body))
  mount(payments.creditOutcome, ({ scope, body }) => findCreditOutcome(deps, scope, body))
  mount(payments.cancelPlan, async ({ actor, scope, body }) => {
    if (!body.isCancelled) refuseAdministrator(actor)
    return cancelPlan(deps, scope, body.isCancelled)
  })
  mount(payments.list, ({ query }) => listAllPayments(deps, query))
  mount(payments.export, ({ actor, query }) => exportPaymentList(deps, actor, query))
  mount(payments.byMonth, () => overviewByMonth(deps))
  mount(payments.planNames, () => listPlans(deps))
  mount(payments.listPromotions, () => listPromotions(deps))
  mount(payments.createPromotion, ({ actor, body }) => createPromotion(deps, actor, body))
  mount(payments.endPromotion, ({ actor, params }) => endPromotion(deps, actor, params.id))
  mount(payments.previewPromotion, ({ scope, query }) => previewPromotion(deps, scope, query.code))
  mount(payments.alerts, () => listAlerts(deps))
  mount(payments.dismissAlert, ({ actor, params }) => dismissAlert(deps, actor, params.id))
  mount(payments.restoreAlert, ({ actor, params }) => restoreAlert(deps, actor, params.id))
  mount(payments.refundLimits, ({ params }) => findRefundLimits(deps, params.id))
  mount(payments.customerCredit, ({ params }) => showCustomerCredit(deps, params.userId))
  mount(payments.refundCredit, ({ actor, params, body }) => refundCredit(deps, actor, params.userId, body))
  mount(payments.refund, ({ actor, params, body }) => refundPayment(deps, actor, params.id, body))
}
