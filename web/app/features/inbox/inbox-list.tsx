import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'

type InboxListProps<Item> = {
  label: string
  empty: string
  query: UseQueryResult<{ docs: Item[]; page: number; totalPages: number }>
  onPage: (page: number) => void
  children: (item: Item) => ReactNode
}

/** A page of messages or lodgements. */
export function InboxList<Item extends { _id: string }>(props: InboxListProps<Item>) {
  const { label, empty, query, onPage, children } = props
  return (
    <QueryView
      query={query}
      loading={<ListSkeleton label={label} />}
      error="Failed to fetch data."
      isEmpty={({ docs }) => docs.length === 0}
      empty={<EmptyState title={empty} />}
    >
      {({ docs, page, totalPages }) => (
        <>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={label}>
            {docs.map((item) => (
              <li key={item._id}>{children(item)}</li>
            ))}
          </ul>
          <Pagination label={label} page={page} totalPages={totalPages} onPage={onPage} previousAndNext />
        </>
      )}
    </QueryView>
  )
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <Loading label={`Loading ${label.toLowerCase()}`} className="grid gap-3">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-28" />
      ))}
    </Loading>
  )
}
