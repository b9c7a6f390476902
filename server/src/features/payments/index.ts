import type { Job } from '#platform/jobs/jobs.ts'
import { publishPlans } from './catalogue.ts'
import { endOlderPlans, endPlan } from './older-plans.ts'
import { closeAbandoned, reconcile } from './reconciliation.ts'
import { stopRenewing } from './leaving.ts'
import { refundPart } from './refund-job.ts'

export { requestPublishing } from './catalogue.ts'
export { endPlansAtProvider, forgetBuyer, lockPurchases, stopRenewing } from './leaving.ts'
export { paymentPapers } from './papers.ts'
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
