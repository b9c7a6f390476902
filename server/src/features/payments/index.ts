import type { Job } from '#platform/jobs/jobs.ts'
import { publishPlans } from './plans/publish-plans.ts'
import { endOlderPlans, endPlan } from './plans/end-older-plans.ts'
import { closeAbandoned, reconcile } from './webhook/reconciliation.ts'
import { stopRenewing } from './plans/cancel-renewals.ts'
import { refundPart } from './refunds/refund-part.ts'

export { requestPublishing } from './plans/publish-plans.ts'
export { endPlansAtProvider, forgetBuyer, lockPurchases, stopRenewing } from './plans/cancel-renewals.ts'
export { paymentPapers } from './invoices/export.ts'
export { paymentRoutes } from './routes.ts'
export const paymentJobs: readonly Job[] = [
  publishPlans,
  reconcile,
  closeAbandoned,
  endOlderPlans,
  endPlan,
  refundPart,
  stopRenewing,
]
