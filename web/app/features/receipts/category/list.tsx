import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { useMediaQuery } from '#platform/page/use-media-query.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { receiptPage, RECEIPTS_PER_PAGE, type ReceiptFilter } from '../queries.ts'
import { ReceiptRow } from './row.tsx'
import { SelectionLine } from './selection.tsx'
import type { Selection } from './use-selection.ts'

const ROW_HEIGHT = 72
const DENSE_ROW_HEIGHT = 44

type ReceiptListProps = {
  filter: ReceiptFilter
  total: number
  selection: Selection
  onOpen: (id: string) => void
  onEdit: (id: string) => void
}

/** A virtual list: renders only the visible rows and fetches only their pages. */
export function ReceiptList({ filter, total, selection, onOpen, onEdit }: ReceiptListProps) {
  const list = useRef<HTMLUListElement>(null)
  const isDense = useMediaQuery('(min-width: 48rem)')
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => (isDense ? DENSE_ROW_HEIGHT : ROW_HEIGHT),
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
  })
  const visibleRows = rows.getVirtualItems()
  const receiptAt = useReceiptsAt(
    filter,
    visibleRows.map(({ index }) => index),
  )

  return (
    <>
      <SelectionLine filter={filter} total={total} selection={selection} />
      <ul
        ref={list}
        aria-label="Receipts"
        className="relative border-t border-line"
        style={{ height: rows.getTotalSize() }}
      >
        {visibleRows.map(({ index, start }) => (
          <li
            key={index}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            ref={rows.measureElement}
            className="absolute inset-x-0"
            style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
          >
            <RowOrSkeleton
              receipt={receiptAt(index)}
              selection={selection}
              onOpen={onOpen}
              onEdit={onEdit}
              onKeyDown={(event) => moveFocus(event, (next) => rows.scrollToIndex(next))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type RowProps = Omit<ComponentProps<typeof ReceiptRow>, 'receipt'> & { receipt: Receipt | undefined }

function RowOrSkeleton({ receipt, ...rest }: RowProps) {
  return receipt ? <ReceiptRow receipt={receipt} {...rest} /> : <Skeleton className="h-18 md:h-11" />
}

function useReceiptsAt(filter: ReceiptFilter, indexes: number[]): (index: number) => Receipt | undefined {
  const pages = [...new Set([1, ...indexes.map(pageOf)])]
  const results = useQueries({ queries: pages.map((page) => receiptPage(filter, page)) })
  const docs = new Map(pages.map((page, at) => [page, results[at]?.data?.docs]))
  return (index) => docs.get(pageOf(index))?.[index % RECEIPTS_PER_PAGE]
}

function pageOf(index: number): number {
  return Math.floor(index / RECEIPTS_PER_PAGE) + 1
}

/** Arrow keys move the focus from row to row. */
function moveFocus(event: KeyboardEvent<HTMLElement>, scrollTo: (index: number) => void): void {
  const row = event.currentTarget.closest('li')
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!row || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const index = Number(row.dataset['index']) + step
  const next = row.parentElement?.querySelector<HTMLElement>(`li[data-index="${index}"] [data-row]`)
  if (!next) return
  event.preventDefault()
  scrollTo(index)
  next.focus({ preventScroll: true })
}
