import { expenseEndpoints } from '@docketbox/contract/expenses-without-receipt/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { mutation, query } from '#platform/api/query.ts'

export const expensesOf = (incomeYear: string, page: number) => ({
  ...query(expenseEndpoints.list, { query: { incomeYear, page } }),
  placeholderData: keepPreviousData,
})

const invalidates = [expenseEndpoints.list, yearEndpoints.summary, yearEndpoints.list]
export const saveExpense = mutation(expenseEndpoints.save, { invalidates })
export const removeExpense = mutation(expenseEndpoints.remove, { invalidates })
