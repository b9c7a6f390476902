export { PlanGate } from './plan-gate.tsx'
export { planCards, useForgetPlan } from './queries.ts'
export { planInWords } from './standing.ts'
