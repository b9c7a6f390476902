import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'

type SetPage = (page: number, options?: { replace: boolean }) => void

/** The page of a list as `?page=2`, counted from 1, so that Back and a reload keep it. */
export function usePageParam(): { page: number; setPage: SetPage } {
  const [params, setParams] = useSearchParams()
  const page = Number(params.get('page') ?? 1)
  const setPage = useCallback(
    (page: number, options?: { replace: boolean }) =>
      setParams((current) => {
        const next = new URLSearchParams(current)
        if (page === 1) next.delete('page')
        else next.set('page', String(page))
        return next
      }, options),
    [setParams],
  )
  return { page: Number.isInteger(page) && page >= 1 ? page : 1, setPage }
}

/** Goes to the last page when the list has become shorter than the page in the URL. */
export function useClampedPage(
  list: { page: number; totalPages: number; totalDocs: number } | undefined,
  setPage: SetPage,
): void {
  const lastPage = list && list.totalDocs > 0 && list.page > list.totalPages ? list.totalPages : undefined
  useEffect(() => {
    if (lastPage !== undefined) setPage(lastPage, { replace: true })
  }, [lastPage, setPage])
}
