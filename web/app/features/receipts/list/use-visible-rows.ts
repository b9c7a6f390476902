import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { ReceiptSort } from '@docketbox/contract/receipts/search-endpoints'
import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { RECEIPTS_PER_PAGE, type SearchFilter, searchPage } from './params.ts'
import { useScrollAfterReload } from './use-scroll-after-reload.ts'

/** As high as CSS makes them, border included. */
const rowHeights = { wide: 45, narrow: 72 }
const OVERSCAN = 8

type VisibleRows = {
  filter: SearchFilter
  sort: ReceiptSort
  /** The receipts of the first page on screen. */
  receipts: readonly Receipt[]
  /** How many rows there are; the pages of those beyond the first are fetched as they come into view. */
  total: number
  /** The open receipt, which is scrolled to at first. */
  openId: string
  isWide: boolean
}

/** Renders only the rows in view of a long table, with the height of those before and after. Renders a page whole. */
export function useVisibleRows({ filter, sort, receipts, total, openId, isWide }: VisibleRows) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [total])
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => (isWide ? rowHeights.wide : rowHeights.narrow),
    overscan: total > RECEIPTS_PER_PAGE ? OVERSCAN : RECEIPTS_PER_PAGE,
    scrollMargin: top,
  })
  const scrollToOpen = useEffectEvent(() => {
    const index = receipts.findIndex(({ _id }) => _id === openId)
    if (index > 0) rows.scrollToIndex(index, { align: 'center' })
  })
  useEffect(() => scrollToOpen(), [])
  useScrollAfterReload()
  const items = rows.getVirtualItems()
  const pagesInView = [...new Set(items.map(({ index }) => pageOf(index)))]
  const pages = pagesInView.filter((page) => page > 1)
  const results = useQueries({ queries: pages.map((page) => searchPage(filter, sort, page)) })
  const docsOf = (page: number) => (page === 1 ? receipts : results[pages.indexOf(page)]?.data?.docs)
  const receiptAt = (index: number): Receipt | undefined => docsOf(pageOf(index))?.[index % RECEIPTS_PER_PAGE]
  return {
    body,
    indexes: items.map(({ index }) => index),
    receiptAt,
    /** All receipts of the pages that the rows in view are of. */
    receiptsInView: pagesInView.flatMap((page) => docsOf(page) ?? []),
    before: (items[0]?.start ?? top) - top,
    after: rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top),
  }
}

function pageOf(index: number): number {
  return Math.floor(index / RECEIPTS_PER_PAGE) + 1
}
