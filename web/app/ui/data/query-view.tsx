import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { ErrorState } from '#ui/feedback/states.tsx'

type QueryViewProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'errorUpdatedAt' | 'refetch'>
  /** Skeletons as large as the data. */
  loading: ReactNode
  /** The message if it fails; by default the error's own. */
  error?: ReactNode | ((error: Error) => ReactNode)
  /** Shown instead of the children if `isEmpty` returns true. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

const messageOf = ({ message }: Error) => message
const isLasting = (error: Error) => error instanceof ApiError && error.isLasting
/** It loads automatically once the device is online. */
const isOffline = (error: Error) => error instanceof ApiError && error.isUnreachable && !navigator.onLine

/** A query's loading, error, empty and data states. Data stays on screen when a refetch fails, and an error until there's data. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading, error = messageOf, empty, isEmpty, children } = props
  // A query without data forgets its error while it's fetched again.
  const { error: current, errorUpdatedAt: failedAt } = query
  const [last, setLast] = useState({ error: current, failedAt })
  if (current !== null && (current !== last.error || failedAt !== last.failedAt))
    setLast({ error: current, failedAt })
  // Ignores the error of a query that this one has replaced.
  const failure = current ?? (last.failedAt === failedAt ? last.error : null)
  const [retried, setRetried] = useState<number>()
  const retry = async () => {
    setRetried(failedAt)
    await query.refetch()
    setRetried(undefined)
  }
  const hasNothing = query.data !== undefined && isEmpty?.(query.data) === true
  function content() {
    if (query.data !== undefined) return children(query.data)
    if (failure === null) return loading
    if (isOffline(failure))
      return <ErrorState>You’re offline. We’ll load this once you’re connected.</ErrorState>
    return (
      <ErrorState
        {...(!isLasting(failure) && { onRetry: () => void retry(), isRetrying: retried === failedAt })}
      >
        {typeof error === 'function' ? error(failure) : error}
      </ErrorState>
    )
  }
  return (
    <>
      {isEmpty && (
        // Always in the page: screen readers only announce what changes in it.
        <div aria-live="polite" className="contents">
          {hasNothing && empty}
        </div>
      )}
      {!hasNothing && content()}
    </>
  )
}
