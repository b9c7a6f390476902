import type { Job } from '#platform/jobs/jobs.ts'
import { announceDecision } from './disputes/announce.ts'
import { closeAbandonedPayments, closeFailedDebit } from './checkout/closing/close-payment.ts'
import { payOutCredit } from './credit-refunds/pay-out.ts'
import { sendNote } from './adjustment-notes/issue-note.ts'
import { finishPaying } from './checkout/pay-with-credit.ts'
import { sendInvoice } from './invoices/send-invoice.ts'
import { copyEmail, requestEmailCopy } from './customers/copy-email.ts'
import { readCredits } from './customers/credit.ts'
import { returnCredit } from './customers/bookings.ts'
import { cancelRenewal, cancelRenewals, voidUnpaid } from './ending-plans/cancel-renewals.ts'
import { reportCredit } from './ending-plans/report-credit.ts'
import { endOlderPlans, endPlan } from './ending-plans/end-older-plans.ts'
import { alertUnowned } from './plans/owners.ts'
import { publishPlans } from './plans/publish-plans.ts'
import { closePromotion } from './promotions/end-promotion.ts'
import { finishRefund } from './refunds/finish-refund.ts'
import { refundWhole } from './owed-refunds/refund-whole.ts'
import { refundPart, refundUngranted } from './owed-refunds/refund-part.ts'
import { settleCreditLater } from './customers/settle-credit.ts'
import { closeCheckouts, endUnpaidPlan } from './subscribing/close-checkouts.ts'
import { refundLateBills } from './webhook/late-bills.ts'
import { lookUpOutcome } from './missed-events/look-up-outcome.ts'
import { reconcile } from './missed-events/reconciliation.ts'

export { paymentGauges } from './gauges.ts'
export { exportPayments } from './invoices/export.ts'
export {
  anonymisePayments,
  cancelRenewals,
  endPlansAtStripe,
  lockPurchases,
} from './ending-plans/cancel-renewals.ts'
export { requestCreditReport } from './ending-plans/report-credit.ts'
export { requestEmailCopy }
export { requestPublishing } from './plans/publish-plans.ts'
export { requestReconciliation } from './missed-events/reconciliation.ts'
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
  closeFailedDebit,
  closePromotion,
  finishPaying,
  finishRefund,
  copyEmail,
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
