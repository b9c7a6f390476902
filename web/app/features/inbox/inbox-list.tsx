import { adminTexts } from '@docketbox/contract/admin/endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PagedList } from '#ui/data/paged-list.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'

type InboxListProps<Item> = {
  label: string
  empty: string
  query: UseQueryResult<{ docs: Item[]; page: number; totalPages: number; totalDocs: number }>
  children: (item: Item) => ReactNode
}

/** A page of messages or lodgements. */
export function InboxList<Item extends { _id: string }>(props: InboxListProps<Item>) {
  const { label, empty, query, children } = props
  return (
    <PagedList
      label={label}
      query={query}
      loading={<Loading label={`Loading ${label.toLowerCase()}`} blocks={['h-28', 'h-28', 'h-28', 'h-28']} />}
      error={adminTexts.notFetched}
      empty={<EmptyState title={empty} />}
    >
      {(docs) => (
        <ul className="grid grid-cols-1 gap-3" aria-label={label}>
          {docs.map((item) => (
            <li key={item._id}>{children(item)}</li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
