import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pagination } from '#ui/data/pagination.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'

type Listed<Item> = { docs: Item[]; page: number; totalPages: number }

type InboxListProps<Item> = {
  label: string
  empty: string
  query: UseQueryResult<Listed<Item>>
  onPage: (page: number) => void
  children: (item: Item) => ReactNode
}

/** A page of things that came in, in each of its four states. */
export function InboxList<Item extends { _id: string }>(props: InboxListProps<Item>) {
  const { label, empty, query, onPage, children } = props
  const { data, isPending, isError, isRefetching, refetch } = query
  if (isPending) {
    return (
      <Loading label={`Loading ${label.toLowerCase()}`} className="grid gap-3">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-28" />
        ))}
      </Loading>
    )
  }
  if (isError) {
    return (
      <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
        Failed to fetch data.
      </ErrorState>
    )
  }
  if (data.docs.length === 0) return <EmptyState title={empty} />
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={label}>
        {data.docs.map((item) => (
          <li key={item._id}>{children(item)}</li>
        ))}
      </ul>
      <Pagination
        label={label}
        page={data.page}
        totalPages={data.totalPages}
        onPage={onPage}
        previousAndNext
      />
    </>
  )
}
