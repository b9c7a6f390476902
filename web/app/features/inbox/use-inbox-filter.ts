import { useCallback } from 'react'
import { useListParams } from '#platform/page/url-params.ts'
import type { InboxFilter } from './queries.ts'

type ParamNames = {
  search: string
  /** Of the only item to show. */
  id: string
}

/** An inbox's filter, which its URL keeps under these names. */
export function useInboxFilter({ search, id }: ParamNames) {
  const { params, page, setFilter } = useListParams()
  const setSearch = useCallback((text: string) => setFilter({ [search]: text }), [setFilter, search])
  const filter: InboxFilter = {
    page,
    isOpen: params.get('status') === 'open',
    search: params.get(search) ?? '',
    id: params.get(id) ?? '',
  }
  return {
    filter,
    isFiltered: filter.isOpen || filter.search !== '' || filter.id !== '',
    setSearch,
    setIsOpen: (isOpen: boolean) => setFilter({ status: isOpen ? 'open' : '' }),
    clearId: () => setFilter({ [id]: '' }),
  }
}
