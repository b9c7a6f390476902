import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The page of a list, kept in the address as `?page=2` and counted from 1, so that Back and a reload keep it. */
export function usePageAddress(): { page: number; turnTo: (page: number) => void } {
  const [params, setParams] = useSearchParams()
  const given = Number(params.get('page') ?? 1)
  const turnTo = useCallback(
    (page: number) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        if (page === 1) next.delete('page')
        else next.set('page', String(page))
        return next
      }),
    [setParams],
  )
  return { page: Number.isInteger(given) && given >= 1 ? given : 1, turnTo }
}
