import { useCallback } from 'react'
import { useParams } from 'react-router'
import { useUrlParams } from '#platform/page/url-params.ts'
import type { ReceiptFilter } from '../queries.ts'

type CategoryParams = Partial<Record<'q' | 'year' | 'receipt' | 'edit', string>>

/** The category, search, income year and open receipt, all from the URL, so that a link shows the same. */
export function useCategoryParams() {
  const { categoryId = '' } = useParams()
  const { params, setParams } = useUrlParams()
  const filter: ReceiptFilter = {
    category: categoryId,
    q: params.get('q') ?? '',
    incomeYear: params.get('year') ?? '',
  }
  const setCategoryParams = useCallback(
    (changes: CategoryParams) => setParams(changes, { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return {
    filter,
    openId: params.get('receipt') ?? undefined,
    isEditing: params.has('edit'),
    setCategoryParams,
  }
}
