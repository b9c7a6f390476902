import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'

type TurnTo = (page: number, options?: { replace: boolean }) => void

/** The page of a list, kept in the address as `?page=2` and counted from 1, so that Back and a reload keep it. */
export function usePageAddress(): { page: number; turnTo: TurnTo } {
  const [params, setParams] = useSearchParams()
  const given = Number(params.get('page') ?? 1)
  const turnTo = useCallback(
    (page: number, options?: { replace: boolean }) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        if (page === 1) next.delete('page')
        else next.set('page', String(page))
        return next
      }, options),
    [setParams],
  )
  return { page: Number.isInteger(given) && given >= 1 ? given : 1, turnTo }
}

/** Turns to the last page of a list that has become shorter than the page in the address. */
export function useLastPage(
  list: { page: number; totalPages: number; totalDocs: number } | undefined,
  turnTo: TurnTo,
): void {
  const last = list && list.totalDocs > 0 && list.page > list.totalPages ? list.totalPages : undefined
  useEffect(() => {
    if (last !== undefined) turnTo(last, { replace: true })
  }, [last, turnTo])
}
