import type { Job } from '#platform/jobs/jobs.ts'
import { announceDecision } from './disputes/announce.ts'
import { closeAbandonedPayments, closeForm } from './months/closing/close-payment.ts'
import { payOutCredit } from './refunds/credit-refunds/pay-out.ts'
import { sendNote } from './invoices/adjustment-notes/issue-note.ts'
import { finishPaying } from './months/credit/pay-with-credit.ts'
import { sendInvoice } from './invoices/send-invoice.ts'
import { copyDetails, requestDetailsCopy } from './customers/copy-details.ts'
import { readCredits } from './customers/credit.ts'
import { returnCredit } from './customers/balance-transactions.ts'
import { cancelRenewal, cancelRenewals, voidUnpaid } from './plans/ending/cancel-renewals.ts'
import { reportCredit } from './plans/ending/report-credit.ts'
import { endOlderPlans, endPlan } from './plans/ending/end-older-plans.ts'
import { alertUnowned } from './plans/assign-subscription.ts'
import { closeWithdrawn } from './plans/subscribing/close-withdrawn.ts'
import { publishPlans } from './plans/publish-plans.ts'
import { closePromotion } from './promotions/end-promotion.ts'
import { finishRefund } from './refunds/finish-refund.ts'
import { refundWhole } from './refunds/owed/refund-whole.ts'
import { refundPart, refundUngranted } from './refunds/owed/refund-part.ts'
import { settleCreditLater } from './customers/settle-credit.ts'
import { closeCheckouts, endUnpaidPlan } from './plans/subscribing/close-checkouts.ts'
import { refundLateBills } from './webhook/late-bills.ts'
import { lookUpOutcome } from './webhook/missed-events/look-up-outcome.ts'
import { reconcile } from './webhook/missed-events/reconciliation.ts'

export { paymentGauges } from './gauges.ts'
export { exportPayments } from './invoices/export.ts'
export {
  anonymisePayments,
  cancelRenewals,
  endPlansAtStripe,
  lockPurchases,
} from './plans/ending/cancel-renewals.ts'
export { hasPendingPayment } from './stripe-store.ts'
export { canResume } from './plans/current-plan.ts'
export { requestCreditReport } from './plans/ending/report-credit.ts'
export { requestDetailsCopy }
export { requestClosing } from './plans/subscribing/close-withdrawn.ts'
export { requestPublishing } from './plans/publish-plans.ts'
export { requestReconciliation } from './webhook/missed-events/reconciliation.ts'
export { paymentRoutes } from './routes.ts'
export { checkPayments } from './setup/check-payments.ts'
export { setUpPayments } from './setup/set-up-payments.ts'
export { createEventLimit, mountWebhook as paymentWebhook } from './webhook/route.ts'
export const paymentJobs: readonly Job[] = [
  publishPlans,
  alertUnowned,
  announceDecision,
  reconcile,
  lookUpOutcome,
  closeAbandonedPayments,
  closeCheckouts,
  closeForm,
  closePromotion,
  closeWithdrawn,
  finishPaying,
  finishRefund,
  copyDetails,
  readCredits,
  returnCredit,
  endOlderPlans,
  endPlan,
  endUnpaidPlan,
  refundPart,
  refundUngranted,
  refundWhole,
  refundLateBills,
  payOutCredit,
  settleCreditLater,
  cancelRenewal,
  cancelRenewals,
  reportCredit,
  voidUnpaid,
  sendInvoice,
  sendNote,
]
