export { cleanExpenses } from './cleanup.ts'
export { expenseRoutes } from './routes.ts'
export { exportExpenses, listClaimableExpenses, presentExpense, sumByKind } from './service.ts'
export {
  type ExpenseRow,
  listYear as expensesOfYear,
  listYearsWithExpenses,
  totalsOf as expenseTotals,
} from './store.ts'
