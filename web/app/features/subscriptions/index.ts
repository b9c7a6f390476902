export { PlanGate } from './gate/plan-gate.tsx'
export { CreditNotice } from './credit.tsx'
export { planCards } from './queries.ts'
export { hasPaidPlan, planSummary } from './plan-status.ts'
