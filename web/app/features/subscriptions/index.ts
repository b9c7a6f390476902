export { PlanGate } from './gate/plan-gate.tsx'
export { planCards, useForgetPlan } from './queries.ts'
export { planInWords } from './plan-status.ts'
