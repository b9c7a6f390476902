import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { ReceiptSort } from '@docketbox/contract/receipts/search-endpoints'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { categories } from '#features/categories'
import { useMediaQuery } from '#platform/page/use-media-query.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { useArrowEntry } from './arrow-keys.ts'
import type { SearchFilter } from './params.ts'
import { columnClassNames, ReceiptRow, type RowHandlers } from './row.tsx'
import type { Selection } from './use-selection.ts'
import { useVisibleRows } from './use-visible-rows.ts'

type ReceiptTableProps = {
  filter: SearchFilter
  sort: ReceiptSort
  /** Those of the first page. */
  receipts: Receipt[]
  /** How many the table has; those of later pages are fetched as they come into view. */
  total: number
  selection: Selection
  /** Whether all are of one category, which needs no column. */
  isOneCategory: boolean
  /** The receipt that's open, and whether it's shown beside the table. */
  openId: string
  isBeside: boolean
  onSort: (sort: ReceiptSort) => void
} & RowHandlers

/** Receipts in rows of 44 px with sortable columns; on phones, each in two lines. */
export function ReceiptTable(props: ReceiptTableProps) {
  const { filter, sort, receipts, total, selection, isOneCategory, openId, isBeside, onSort, ...handlers } =
    props
  const { data: categoryList = [] } = useQuery(categories)
  const isWide = useMediaQuery('(min-width: 48rem)')
  const { body, indexes, receiptAt, receiptsInView, before, after } = useVisibleRows({
    filter,
    sort,
    receipts,
    total,
    openId,
    isWide,
  })
  useArrowEntry(body, openId === '' ? handlers.onMove : undefined)
  const handleSelect = useRangeSelection(selection, receiptAt, receiptsInView)
  const nameOf = (category: string) => categoryList.find(({ _id }) => _id === category)?.name ?? ''
  const sorting = { sort, onSort }
  return (
    <>
      <table
        aria-rowcount={total + 1}
        // Scroll anchoring would follow the gap that grows above the rows, to the end of the list.
        className="w-full table-fixed border-collapse rounded-lg border border-line bg-sheet text-[0.9375rem] [overflow-anchor:none]"
      >
        <caption className="sr-only">Receipts</caption>
        {/* A collapsed border stays behind when the heading sticks. */}
        <thead className="sticky -top-0.5 z-10 bg-sheet shadow-[inset_0_-1px_0_var(--color-line)] max-md:hidden">
          <tr className="border-b border-line">
            <th scope="col" className="w-11">
              <span className="sr-only">Select</span>
            </th>
            <SortHeading label="Supplier" by="supplier" first="supplier" {...sorting} />
            <SortHeading
              label="Amount"
              by="amount"
              first="-amount"
              className="w-26 text-right"
              {...sorting}
            />
            <th scope="col" className={classNames(headingClassNames, columnClassNames.description)}>
              Description
            </th>
            <SortHeading label="Date" by="date" first="-date" className="w-28" {...sorting} />
            <th scope="col" className={classNames(headingClassNames, 'w-11 @min-[60rem]:w-52')}>
              <span className="sr-only @min-[60rem]:not-sr-only">Evidence</span>
            </th>
            <th scope="col" className={classNames(headingClassNames, columnClassNames.last, 'w-40')}>
              {isOneCategory ? 'File' : 'Category'}
            </th>
            <th scope="col" className={columnClassNames.actions}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={before} />
          {indexes.map((index) => {
            const receipt = receiptAt(index)
            return receipt ? (
              <ReceiptRow
                key={receipt._id}
                receipt={receipt}
                index={index}
                category={isOneCategory ? undefined : nameOf(receipt.category)}
                isWide={isWide}
                isSelected={selection.has(receipt._id)}
                isSelecting={selection.isSelecting}
                isCurrent={isBeside && receipt._id === openId}
                onSelect={(isRange) => handleSelect(receipt._id, index, isRange)}
                {...handlers}
              />
            ) : (
              <LoadingRow key={index} index={index} />
            )
          })}
          <Gap height={after} />
        </tbody>
      </table>
      {indexes.length < total && <PrintedRange indexes={indexes} total={total} />}
    </>
  )
}

/** Selects receipts one by one, or with shift all since the last one. */
function useRangeSelection(
  selection: Selection,
  receiptAt: (index: number) => Receipt | undefined,
  receiptsInView: readonly Receipt[],
) {
  const last = useRef<{ id: string; index: number }>(undefined)
  return (id: string, index: number, isRange: boolean) => {
    const { current: from } = last
    last.current = { id, index }
    const toggle = () => selection.toggle(id, receiptsInView)
    if (!isRange || !from || receiptAt(from.index)?._id !== from.id) return toggle()
    const [first, end] = [Math.min(from.index, index), Math.max(from.index, index)]
    const range = Array.from({ length: end - first + 1 }, (_, at) => receiptAt(first + at)?._id)
    // Those in between may not have been in view.
    if (range.includes(undefined)) toggle()
    else selection.add(range.filter((other) => other !== undefined))
  }
}

/** On paper, which rows of a table that's too long to render whole were in view. */
function PrintedRange({ indexes, total }: { indexes: readonly number[]; total: number }) {
  const [first, last, all] = [(indexes[0] ?? 0) + 1, (indexes.at(-1) ?? 0) + 1, total].map((number) =>
    number.toLocaleString('en-AU'),
  )
  return (
    <p className="hidden text-sm print:block">
      Receipts {first} to {last} of {all}. To print the rest, go to Receipts and print it page by page.
    </p>
  )
}

/** What isn't in view. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden="true" className="print:hidden" style={{ height }} />
}

function LoadingRow({ index }: { index: number }) {
  return (
    <tr aria-rowindex={index + 2} className="border-b border-line max-md:block max-md:h-18">
      <td colSpan={8} className="p-0 max-md:block">
        <Skeleton className="h-18 md:h-11" />
      </td>
    </tr>
  )
}

const headingClassNames = 'px-3 py-2 text-left text-xs font-semibold text-soft'

type SortHeadingProps = {
  label: string
  by: 'supplier' | 'date' | 'amount'
  sort: ReceiptSort
  /** The order of the first press. */
  first: ReceiptSort
  className?: string
  onSort: (sort: ReceiptSort) => void
}

function SortHeading({ label, by, sort, first, className, onSort }: SortHeadingProps) {
  const isDown = sort === `-${by}`
  const isSorted = isDown || sort === by
  const opposite = isDown ? by : (`-${by}` as const)
  const Icon = isDown ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
      className={classNames('p-0 text-left text-xs font-semibold text-soft', className)}
    >
      <button
        type="button"
        className="inline-flex min-h-11 items-center gap-1 px-3 hover:text-ink"
        onClick={() => onSort(isSorted ? opposite : first)}
      >
        {label}
        {isSorted && <Icon className="size-3.5" aria-hidden="true" />}
      </button>
    </th>
  )
}
