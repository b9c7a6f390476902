import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { SubscriberFilter } from './queries.ts'

/** The filter lives in the address, so that it survives a reload, can be shared, and Back undoes it. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const filter: SubscriberFilter = {
    page: pageIn(params),
    plan: params.get('plan') ?? 'All',
    email: params.get('email') ?? '',
  }

  const narrow = useCallback(
    (change: { plan?: string; email?: string }) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(change)) next.set(name, value)
        if (next.get('plan') === 'All') next.delete('plan')
        if (next.get('email') === '') next.delete('email')
        next.delete('page')
        return next
      }),
    [setParams],
  )
  const turnTo = useTurnTo()
  return { filter, narrow, turnTo }
}

/** The page number of the address, counted from 1. */
export function usePageAddress() {
  const [params] = useSearchParams()
  return { page: pageIn(params), turnTo: useTurnTo() }
}

function useTurnTo() {
  const [, setParams] = useSearchParams()
  return useCallback(
    (page: number) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        if (page === 1) next.delete('page')
        else next.set('page', String(page))
        return next
      }),
    [setParams],
  )
}

function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? page : 1
}
