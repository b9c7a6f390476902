import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { ErrorState } from '#ui/feedback/states.tsx'

type QueryViewProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'errorUpdateCount' | 'refetch'>
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

/** A query's loading, error, empty and data states. Data stays on screen when a refetch fails, and an error until there's data. */
export function QueryView<Data>({ query, loading, error, empty, isEmpty, children }: QueryViewProps<Data>) {
  // A query without data forgets its error while it's fetched again.
  const [lastError, setLastError] = useState(query.error)
  if (query.error !== null && query.error !== lastError) setLastError(query.error)
  const failure = query.error ?? (query.errorUpdateCount > 0 ? lastError : null)
  const [isRetrying, setIsRetrying] = useState(false)
  const retry = async () => {
    setIsRetrying(true)
    await query.refetch()
    setIsRetrying(false)
  }
  if (query.data !== undefined) {
    return isEmpty?.(query.data) ? <>{empty}</> : <>{children(query.data)}</>
  }
  if (failure === null) return <>{loading}</>
  return (
    <ErrorState {...(!isLasting(failure) && { onRetry: () => void retry(), isRetrying })}>
      {typeof error === 'function' ? error(failure) : error}
    </ErrorState>
  )
}
