export { cleanExpenses } from './cleanup.ts'
export { expenseRoutes } from './routes.ts'
export { exportExpenses, listClaimableExpenses, presentExpense, sumByKind } from './service.ts'
export { expenseFigures } from './figures-store.ts'
export {
  type ExpenseRow,
  listLastClaimedYears,
  listYear as expensesOfYear,
  listYearsWithExpenses,
  totalsOf as expenseTotals,
} from './store.ts'
