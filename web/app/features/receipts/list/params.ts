import type { Input, Output } from '@docketbox/contract/core/endpoint'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptSort, type ReceiptSort, searchFilter } from '@docketbox/contract/receipts/search-endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { query } from '#platform/api/query.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { repeatWhileReading } from '../queries.ts'

type SearchInput = Input<typeof receiptEndpoints.search>['query']
export type SearchFilter = Omit<SearchInput, 'sort' | 'page' | 'limit'>
/** A filter with the corrections that its list shows. */
export type ShownFilter = NonNullable<Input<typeof receiptEndpoints.bulk>['body']['filter']>

/** The filters in the URL, so that Back, a reload and a link show the same receipts. */
export const filterNames = [
  'q',
  'category',
  'incomeYear',
  'minCents',
  'maxCents',
  'missing',
  'label',
  'type',
  'source',
  'changed',
] as const

/** Whether a filter is one that the server accepts. A search that isn't gets its message. */
function isUsable(name: (typeof filterNames)[number], value: string): boolean {
  return name === 'q' || searchFilter[name].safeParse(value).success
}

/** The search, filters, order and page of the URL. Malformed filters are ignored. */
export function useSearchParameters() {
  const list = useListParams()
  const entries = filterNames.flatMap((name) => {
    const value = list.params.get(name)
    return value && isUsable(name, value) ? [[name, value]] : []
  })
  const sort = receiptSort.safeParse(list.params.get('sort')).data ?? '-date'
  return {
    ...list,
    filter: Object.fromEntries(entries) as SearchFilter,
    sort,
    isFiltered: entries.length > 0,
  }
}

export const RECEIPTS_PER_PAGE = 50

type SearchResults = Output<typeof receiptEndpoints.search>

/**
 * One page of matching receipts; loaded again while any of them is being read. The last one stays on screen while the
 * next one loads.
 */
export const searchPage = (filter: SearchFilter, sort: ReceiptSort, page: number) => ({
  ...query(receiptEndpoints.search, { query: { ...filter, sort, page } }),
  placeholderData: keepPreviousData,
  ...repeatWhileReading(({ docs }: SearchResults) => docs),
})
