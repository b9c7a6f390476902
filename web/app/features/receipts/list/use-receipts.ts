import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { useClampedPage } from '#platform/page/url-params.ts'
import { filterNames, searchPage, type ShownFilter, useSearchParameters } from './params.ts'
import { useOpenReceipt } from './use-open-receipt.ts'
import { useSelection } from './use-selection.ts'

export type ReceiptListState = ReturnType<typeof useReceipts>

/** The receipts of the URL's search, or of that search in one category, with those selected and the one that's open. */
export function useReceipts(category?: string) {
  const { filter: searched, sort, page: pageOfUrl, isFiltered, setFilter, setPage } = useSearchParameters()
  // A category scrolls through all of its receipts.
  const page = category === undefined ? pageOfUrl : 1
  const filter = category === undefined ? searched : { ...searched, category }
  const results = useQuery(searchPage(filter, sort, page))
  const { corrections = [] } = results.data ?? {}
  const shown: ShownFilter = corrections.length > 0 ? { ...filter, corrections: corrections.join() } : filter
  const selection = useSelection(shown, results.data)
  const receipt = useOpenReceipt()
  const leave = () => {
    if (!selection.areAll && selection.has(receipt.id)) selection.remove([receipt.id])
    receipt.leave()
  }
  const { pathname } = useLocation()
  useClampedPage(results.data, setPage)
  // Back leaves a category, whatever was searched there.
  const replace = category !== undefined
  const { hasChanges } = receipt
  const change = useCallback(
    (changes: Record<string, string>) => {
      // The receipt beside the list may not match another search.
      const staysOpen = hasChanges || 'sort' in changes
      setFilter(staysOpen ? changes : { ...changes, receipt: '' }, { replace })
    },
    [setFilter, replace, hasChanges],
  )
  return {
    filter,
    shown,
    sort,
    page,
    isFiltered,
    results,
    selection,
    receipt: { ...receipt, leave },
    isEmpty: results.data?.totalDocs === 0 && !isFiltered,
    change,
    clearFilters: () => change(Object.fromEntries(filterNames.map((name) => [name, '']))),
    setPage,
    /** What Back does on the way to a path instead of leaving the list: close a receipt, or end selecting. */
    insteadOfBack: (to: string) => {
      if (receipt.isDialogOpen) return to === pathname ? undefined : receipt.close
      return selection.isSelecting ? selection.clear : undefined
    },
  }
}
