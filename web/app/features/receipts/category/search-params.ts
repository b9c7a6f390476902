import { useCallback } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { ReceiptFilter } from '../queries.ts'

type Change = { q?: string; incomeYear?: string; receipt?: string }

/** Which category, search, year and receipt: all in the address, so that a link shows the same. */
export function useCategoryAddress() {
  const { categoryId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const filter: ReceiptFilter = {
    category: categoryId,
    q: params.get('q') ?? '',
    incomeYear: params.get('year') ?? '',
  }

  const change = useCallback(
    ({ q, incomeYear, receipt }: Change) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          put(next, 'q', q)
          put(next, 'year', incomeYear)
          put(next, 'receipt', receipt)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return { filter, openId: params.get('receipt') ?? undefined, change }
}

function put(params: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) return
  if (value === '') params.delete(name)
  else params.set(name, value)
}
