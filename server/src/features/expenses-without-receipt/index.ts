export { cleanExpenses } from './cleanup.ts'
export { expenseRoutes } from './routes.ts'
export { exportExpenses, sumByKind } from './service.ts'
export {
  type ExpenseRow,
  listClaimable as listClaimableExpenses,
  listYear as expensesOfYear,
  listYearsWithExpenses,
  totalsOf as expenseTotals,
} from './store.ts'
