import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { ErrorState } from '#ui/feedback/states.tsx'

type QueryViewProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isRefetching' | 'refetch'>
  /** Skeletons as large as the data. */
  loading: ReactNode
  /** The message if it fails. */
  error: ReactNode | ((error: Error) => ReactNode)
  /** Shown instead of the children when `isEmpty` says so. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

const isLasting = (error: Error) => error instanceof ApiError && error.isLasting

/** A query's loading, error, empty and data states. Data stays on screen when a refetch fails. */
export function QueryView<Data>({ query, loading, error, empty, isEmpty, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) {
    return isEmpty?.(query.data) ? <>{empty}</> : <>{children(query.data)}</>
  }
  if (query.error === null) return <>{loading}</>
  return (
    <ErrorState
      {...(!isLasting(query.error) && {
        onRetry: () => void query.refetch(),
        isRetrying: query.isRefetching,
      })}
    >
      {typeof error === 'function' ? error(query.error) : error}
    </ErrorState>
  )
}
