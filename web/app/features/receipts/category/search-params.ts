import { useCallback } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { ReceiptFilter } from '../queries.ts'

const names = { q: 'q', incomeYear: 'year', receipt: 'receipt', edit: 'edit' } as const
export type CategoryParams = { [Name in keyof typeof names]?: string }

/** The category, search, income year and open receipt, all from the URL, so that a link shows the same. */
export function useCategoryParams() {
  const { categoryId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const filter: ReceiptFilter = {
    category: categoryId,
    q: params.get(names.q) ?? '',
    incomeYear: params.get(names.incomeYear) ?? '',
  }

  /** Sets the given parameters; an empty value removes one. */
  const setCategoryParams = useCallback(
    (change: CategoryParams) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries(change)) {
            const param = names[name as keyof CategoryParams]
            if (value === '') next.delete(param)
            else next.set(param, value)
          }
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return {
    filter,
    openId: params.get(names.receipt) ?? undefined,
    isEditing: params.has(names.edit),
    setCategoryParams,
  }
}
