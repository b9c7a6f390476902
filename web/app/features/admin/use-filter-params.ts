import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { usePageParam } from '#platform/page/page-param.ts'

/**
 * A list's filter in the address, such as `?plan=Pro&email=ann`, so that a reload, a shared link and Back keep it.
 * `setFilter` changes the given parameters and goes to page 1; empty values are removed.
 */
export function useFilterParams() {
  const [params, setParams] = useSearchParams()
  const { page, setPage } = usePageParam()
  const setFilter = useCallback(
    (change: Record<string, string>) =>
      setParams((current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        next.delete('page')
        return next
      }),
    [setParams],
  )
  return { params, page, setPage, setFilter }
}
