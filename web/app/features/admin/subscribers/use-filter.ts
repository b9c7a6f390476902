import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { usePageParam } from '#platform/page/page-param.ts'
import type { SubscriberFilter } from '../queries.ts'

/** The filter lives in the address, so that it survives a reload, can be shared, and Back undoes it. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const { page, setPage } = usePageParam()
  const filter: SubscriberFilter = {
    page,
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
  return { filter, narrow, setPage }
}
