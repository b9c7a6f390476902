import { receiptAmount, receiptName, receiptTitle } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { ReceiptSort } from '@docketbox/contract/receipts/search-endpoints'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { categories } from '#features/categories'
import { classNames } from '#ui/layout/class-names.ts'
import { useLongPress } from '../category/use-long-press.ts'
import { comparedReceipt } from '../duplicates/compared.ts'
import { DuplicateMark } from '../duplicates/mark.tsx'
import { EvidenceMark } from '../evidence/status.tsx'
import { ReceiptDate, ReceiptLines } from '../receipt/receipt-lines.tsx'
import { Thumbnail } from '../receipt/thumbnail.tsx'
import type { Selection } from './use-selection.ts'

type ReceiptTableProps = {
  receipts: Receipt[]
  sort: ReceiptSort
  selection: Selection
  /** The receipt that's shown beside the table. */
  current: string
  onSort: (sort: ReceiptSort) => void
} & RowActions

type RowActions = {
  /** A press of a row. */
  onChoose: (id: string) => void
  /** An arrow key has moved to a row. */
  onMove?: (id: string) => void
  /** Enter on a row. */
  onOpen: (id: string) => void
}

/** Receipts in rows of 44 px with sortable columns; on phones, each in two lines. */
export function ReceiptTable({ receipts, sort, selection, current, onSort, ...actions }: ReceiptTableProps) {
  const { data: categoryList = [] } = useQuery(categories)
  const last = useRef<string>(undefined)
  const ids = receipts.map(({ _id }) => _id)
  const handleSelect = (id: string, isRange: boolean) => {
    const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)].toSorted((a, b) => a - b)
    if (isRange && from! >= 0) selection.add(ids.slice(from, to! + 1))
    else selection.toggle(id)
    last.current = id
  }
  const heading = (
    label: string,
    key: 'supplier' | 'date' | 'amount',
    first: ReceiptSort,
    className?: string,
  ) => <SortHeading {...{ label, sort, className }} by={key} first={first} onSort={onSort} />
  return (
    <table className="w-full table-fixed border-collapse rounded-lg border border-line bg-sheet text-[0.9375rem]">
      <caption className="sr-only">Receipts</caption>
      <thead className="sticky top-0 z-10 bg-sheet max-md:hidden">
        <tr className="border-b border-line">
          <th scope="col" className="w-11">
            <span className="sr-only">Select</span>
          </th>
          {heading('Supplier', 'supplier', 'supplier')}
          {heading('Amount', 'amount', '-amount', 'w-28 text-right')}
          <th scope="col" className={classNames(headingClassNames, hasRoom.description)}>
            Description
          </th>
          {heading('Date', 'date', '-date', 'w-32')}
          <th scope="col" className={classNames(headingClassNames, 'w-13 @min-[60rem]:w-52')}>
            <span className="sr-only @min-[60rem]:not-sr-only">Evidence</span>
          </th>
          <th scope="col" className={classNames(headingClassNames, hasRoom.category, 'w-44')}>
            Category
          </th>
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <ReceiptTableRow
            key={receipt._id}
            receipt={receipt}
            category={categoryList.find(({ _id }) => _id === receipt.category)?.name ?? ''}
            isSelected={selection.has(receipt._id)}
            isSelecting={selection.count !== 0}
            isCurrent={receipt._id === current}
            onSelect={handleSelect}
            {...actions}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Beside the details of a receipt there's less room. */
const hasRoom = { description: '@max-[38rem]:hidden', category: '@max-[48rem]:hidden' }
const headingClassNames = 'px-3 py-2 text-left text-xs font-semibold text-soft'

type SortHeadingProps = {
  label: string
  by: 'supplier' | 'date' | 'amount'
  sort: ReceiptSort
  first: ReceiptSort
  className?: string | undefined
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

type ReceiptTableRowProps = {
  receipt: Receipt
  category: string
  isSelected: boolean
  isSelecting: boolean
  isCurrent: boolean
  onSelect: (id: string, isRange: boolean) => void
} & RowActions

function ReceiptTableRow({
  receipt,
  category,
  isSelected,
  isSelecting,
  isCurrent,
  onSelect,
  onChoose,
  onMove,
  onOpen,
}: ReceiptTableRowProps) {
  const longPress = useLongPress(() => onSelect(receipt._id, false))
  const file = receipt.file[0]
  const name = receiptName(receipt)
  const title = receiptTitle(receipt)
  const description = receipt.description === name ? '' : receipt.description
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && !isSelecting) {
      event.preventDefault()
      onOpen(receipt._id)
    }
    const moved = moveFocus(event)
    if (moved !== undefined) onMove?.(moved)
  }
  return (
    <tr
      className={classNames(
        'border-b border-line last:border-0',
        isSelected ? 'bg-leaf-tint' : isCurrent ? 'bg-well' : 'hover:bg-well/60',
        isCurrent && 'shadow-[inset_3px_0_0_var(--color-leaf)]',
        'max-md:flex max-md:h-18 max-md:items-center',
      )}
    >
      <td className={classNames('p-0', !isSelecting && 'max-md:hidden')}>
        <label className="grid size-11 place-items-center">
          <input
            type="checkbox"
            className="choice-box"
            aria-label={`Select ${title}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(receipt._id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
      <th scope="row" className="p-0 text-left font-normal max-md:min-w-0 max-md:flex-1">
        <button
          type="button"
          data-row={receipt._id}
          aria-current={isCurrent ? 'true' : undefined}
          {...longPress}
          onClick={(event) => (isSelecting ? onSelect(receipt._id, event.shiftKey) : onChoose(receipt._id))}
          onKeyDown={handleKeyDown}
          className="flex h-11 w-full min-w-0 items-center gap-3 px-3 text-left select-none max-md:h-18"
        >
          <span className="grid min-w-0 max-md:hidden">
            <span className="truncate font-semibold">{name}</span>
            <span className="truncate text-xs text-soft @min-[38rem]:hidden">
              {receipt.duplicateOf && (
                <span className="font-semibold text-wattle-deep">Possible duplicate </span>
              )}
              {description}
            </span>
          </span>
          <span className="flex min-w-0 flex-1 items-center gap-3 md:hidden">
            {file && <Thumbnail receiptId={receipt._id} file={file} />}
            <ReceiptLines receipt={receipt} />
          </span>
        </button>
      </th>
      <td className="figures px-3 text-right font-semibold max-md:hidden">{receiptAmount(receipt)}</td>
      <td className={classNames('px-3 text-soft max-md:hidden', hasRoom.description)}>
        <span className="flex items-center gap-3">
          {receipt.duplicateOf && (
            <DuplicateMark item={comparedReceipt(receipt)} duplicateOf={receipt.duplicateOf} />
          )}
          <span className="truncate">{description}</span>
        </span>
      </td>
      <td className="px-3 text-sm max-md:hidden">
        <ReceiptDate receipt={receipt} />
      </td>
      <td className="px-3 text-sm max-md:hidden">
        <EvidenceMark missing={receipt.missing} className="truncate @max-[60rem]:sr-only" />
      </td>
      <td className={classNames('truncate px-3 text-soft max-md:hidden', hasRoom.category)}>{category}</td>
    </tr>
  )
}

/** Arrow keys move the focus from row to row. @returns the receipt it moved to. */
function moveFocus(event: KeyboardEvent<HTMLElement>): string | undefined {
  const row = event.currentTarget.closest('tr')
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key]
  const target = next?.querySelector<HTMLElement>('[data-row]')
  if (!target) return undefined
  event.preventDefault()
  target.focus()
  return target.dataset['row']
}
