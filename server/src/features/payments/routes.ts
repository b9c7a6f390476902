import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '#platform/http/route.ts'
import { dismissAlert, listAlerts } from './alerts/alerts.ts'
import { listAvailableMonths } from './checkout/available-months.ts'
import { confirmPayment } from './checkout/confirmation.ts'
import { findCreditOutcome } from './checkout/credit-outcome.ts'
import { createIntent } from './checkout/create-intent.ts'
import { payWithCredit } from './checkout/pay-with-credit.ts'
import { showCustomerCredit } from './credit-refunds/limits.ts'
import { refundCredit } from './credit-refunds/request.ts'
import { showCredit } from './customers/credit.ts'
import type { PaymentDeps } from './deps.ts'
import { overviewByMonth } from './finance/by-month.ts'
import { exportPaymentList } from './finance/export.ts'
import { listAllPayments, listPlans } from './finance/list.ts'
import { listPayments, openAdjustmentNote, openTaxInvoice } from './invoices/history.ts'
import { cancelPlan } from './plans/cancel-plan.ts'
import { findChangeOutcome } from './plan-changes/change-outcome.ts'
import { changePlan, previewChange } from './plan-changes/change-plan.ts'
import { openPortal } from './plans/portal.ts'
import { createPromotion } from './promotions/create-promotion.ts'
import { endPromotion } from './promotions/end-promotion.ts'
import { listPromotions, previewPromotion } from './promotions/promotions.ts'
import { refundPayment } from './refunds/admin.ts'
import { findRefundLimits } from './refunds/limits.ts'
import { openCheckout } from './subscribing/open-checkout.ts'

export function paymentRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { publishableKey, scriptUrl } = deps.payments
  const { payments } = api
  route(app, payments.availableMonths, ({ scope, body }) => listAvailableMonths(deps, scope, body.months))
  route(app, payments.createIntent, ({ scope, body }) => createIntent(deps, scope, body))
  route(app, payments.payWithCredit, ({ scope, body }) => payWithCredit(deps, scope, body))
  route(app, payments.openCheckout, ({ scope, body }) => openCheckout(deps, scope, body.plan, body.code))
  route(app, payments.credit, ({ scope }) => showCredit(deps, scope))
  route(app, payments.confirmation, ({ scope, query }) => confirmPayment(deps, scope, query.payment_intent))
  route(app, payments.history, ({ scope, query }) => listPayments(deps, scope, query))
  route(app, payments.taxInvoice, ({ scope, params }) => openTaxInvoice(deps, scope, params.id))
  route(app, payments.adjustmentNote, ({ scope, params }) => openAdjustmentNote(deps, scope, params))
  route(app, payments.config, async () => ({ publishableKey, ...(scriptUrl !== undefined && { scriptUrl }) }))
  route(app, payments.portal, ({ scope }) => openPortal(deps, scope))
  route(app, payments.previewChange, ({ scope, body }) => previewChange(deps, scope, body.plan))
  route(app, payments.changePlan, ({ scope, body }) => changePlan(deps, scope, body))
  route(app, payments.changeOutcome, ({ scope, body }) => findChangeOutcome(deps, scope, body))
  route(app, payments.creditOutcome, ({ scope, body }) => findCreditOutcome(deps, scope, body))
  route(app, payments.cancelPlan, ({ scope, body }) => cancelPlan(deps, scope, body.isCancelled))
  route(app, payments.list, ({ query }) => listAllPayments(deps, query))
  route(app, payments.export, ({ actor, query }) => exportPaymentList(deps, actor, query))
  route(app, payments.byMonth, () => overviewByMonth(deps))
  route(app, payments.planNames, () => listPlans(deps))
  route(app, payments.listPromotions, () => listPromotions(deps))
  route(app, payments.createPromotion, ({ actor, body }) => createPromotion(deps, actor, body))
  route(app, payments.endPromotion, ({ actor, params }) => endPromotion(deps, actor, params.id))
  route(app, payments.previewPromotion, ({ scope, query }) => previewPromotion(deps, scope, query.code))
  route(app, payments.alerts, () => listAlerts(deps))
  route(app, payments.dismissAlert, ({ actor, params }) => dismissAlert(deps, actor, params.id))
  route(app, payments.refundLimits, ({ params }) => findRefundLimits(deps, params.id))
  route(app, payments.customerCredit, ({ params }) => showCustomerCredit(deps, params.userId))
  route(app, payments.refundCredit, ({ actor, params, body }) =>
    refundCredit(deps, actor, params.userId, body),
  )
  route(app, payments.refund, ({ actor, params, body }) => refundPayment(deps, actor, params.id, body))
}
