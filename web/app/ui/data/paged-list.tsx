import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { isBeyondEnd, useClampedPage, useListParams } from '#platform/page/url-params.ts'
import { Pagination } from './pagination.tsx'
import { QueryView } from './query-view.tsx'

type Page<Doc> = { docs: Doc[]; page: number; totalPages: number; totalDocs: number }

type PagedListProps<Doc, List extends Page<Doc>> = Pick<
  ComponentProps<typeof QueryView<List>>,
  'loading' | 'error' | 'empty'
> & {
  /** What is listed, for screen readers: `Payments`. */
  label: string
  query: UseQueryResult<List>
  children: (docs: List['docs'], list: List) => ReactNode
}

/** The page of a list that the URL names, with links to the others. The page before stays usable until the next one has loaded. */
export function PagedList<Doc, List extends Page<Doc>>(props: PagedListProps<Doc, List>) {
  const { label, query, children, ...states } = props
  const { setPage } = useListParams()
  useClampedPage(query.data, setPage)
  return (
    <div className="contents" aria-busy={query.isPlaceholderData}>
      <QueryView query={query} isEmpty={(list) => list.docs.length === 0 && !isBeyondEnd(list)} {...states}>
        {(list) => (
          <>
            {children(list.docs, list)}
            <Pagination label={label} page={list.page} totalPages={list.totalPages} onPage={setPage} />
          </>
        )}
      </QueryView>
    </div>
  )
}
