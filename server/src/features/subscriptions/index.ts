export {
  customerOf,
  endAccessOf,
  grantMonth,
  keepRecurring,
  type Recurring,
  runningMonths,
  runningRecurring,
} from './access.ts'
export { remindOfTrialEnd } from './reminder.ts'
export { subscriptionRoutes } from './routes.ts'
export type { Stretch } from './rules.ts'
export { planStateOf, requireActivePlan, runningStretch, subsDetailsOf } from './standing.ts'
export {
  findPlan,
  findPlanByPrice,
  listPlansForSale,
  listStretches,
  type PlanRow,
  setProviderPrice,
} from './store.ts'
