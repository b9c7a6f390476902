import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/states.tsx'

type QueryViewProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isRefetching' | 'refetch'>
  /** Skeletons of the size of what is coming. */
  loading: ReactNode
  /** What happened, in a sentence, or one made from the error. */
  error: ReactNode | ((error: Error) => ReactNode)
  /** Shown instead of the children when `isEmpty` says so. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** One query on screen: loading, failed with another try, empty, or its data. Data already there outlives a failed refetch. */
export function QueryView<Data>({ query, loading, error, empty, isEmpty, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) {
    return isEmpty?.(query.data) ? <>{empty}</> : <>{children(query.data)}</>
  }
  if (query.error === null) return <>{loading}</>
  return (
    <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isRefetching}>
      {typeof error === 'function' ? error(query.error) : error}
    </ErrorState>
  )
}
