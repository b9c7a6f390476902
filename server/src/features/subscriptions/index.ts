export {
  endAccessOf,
  endRecurring,
  findChargedCustomer,
  hasLaterRecurring,
  hasUncancelledPlan,
  insertAccessPeriod,
  listAccessPeriods,
  listMonthsEndedAt,
  lockPlans,
  type Recurring,
  reopenAccessOf,
  runningMonths,
  runningRecurring,
  unendedRecurring,
  upsertRecurring,
} from './access-store.ts'
export { anonymisePlans } from './figures/anonymise.ts'
export { accessPeriodsColumn, readPeriods } from './periods-column.ts'
export { periodOfPlan, planStateOf, requireActivePlan, subsDetailsIn, subsDetailsOf } from './plan-state.ts'
export {
  addPlanPrices,
  findPlan,
  findPlanByPrice,
  listPlanNames,
  listPlansForSale,
  type PlanRow,
  setProviderPrice,
} from './plans-store.ts'
export { accessUntil, isLapsed, PENDING_GRACE_DAYS, RENEWAL_GRACE_DAYS } from './rules.ts'
export { remindOfTrialEnd } from './reminder/send.ts'
export { subscriptionRoutes } from './routes.ts'
export { storageGauge } from './storage/gauge.ts'
export { fullStorageOn, storageOf } from './storage/storage.ts'
export { warnOfFullStorage } from './storage/warn.ts'
