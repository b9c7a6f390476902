import { receiptName, receiptTitle } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { KeyboardEvent, MouseEvent as ReactMouseEvent } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { comparedReceipt } from '../duplicates/compared.ts'
import { DuplicateMark } from '../duplicates/mark.tsx'
import { FixLink } from '../evidence/fix-link.tsx'
import { EvidenceMark } from '../evidence/status.tsx'
import { FileDetails } from '../file/details.tsx'
import { Thumbnail } from '../file/thumbnail.tsx'
import { ReceiptAmount, ReceiptDate, ReceiptLines, ReceiptName } from '../receipt/receipt-lines.tsx'
import { moveFocus } from './arrow-keys.ts'
import { RowActions } from './row-actions.tsx'
import { useLongPress } from './use-long-press.ts'

/** Beside the details of a receipt the list is narrow, and some columns are hidden. */
export const columnClassNames = {
  description: '@max-[44rem]:hidden',
  last: '@max-[52rem]:hidden',
  actions: 'w-11 md:pointer-fine:@min-[52rem]:w-0 @min-[32rem]:pointer-coarse:w-22',
}

export type RowHandlers = {
  onChoose: (id: string) => void
  /** An arrow key has moved to a row. */
  onMove?: (id: string) => void
  /** Enter on a row. */
  onOpen: (id: string) => void
  onEdit: (id: string) => void
}

type ReceiptRowProps = {
  receipt: Receipt
  index: number
  /** The name of its category; undefined in a list of one category, which shows the file's type and size instead. */
  category: string | undefined
  /** In columns. */
  isWide: boolean
  isSelected: boolean
  isSelecting: boolean
  isCurrent: boolean
  /** @param isRange with those since the last one. */
  onSelect: (isRange: boolean) => void
} & RowHandlers

/** A receipt in columns, or in two lines on a phone. While some are selected, a press selects it too. */
export function ReceiptRow(props: ReceiptRowProps) {
  const { receipt, index, isWide, isSelected, isSelecting, isCurrent, onSelect, onChoose, onEdit } = props
  const press = (event: ReactMouseEvent) => (isSelecting ? onSelect(event.shiftKey) : onChoose(receipt._id))
  return (
    <tr
      // All of it for the mouse; the button in it is for everyone.
      onClick={(event) => {
        const { currentTarget, target } = event
        const isInRow = target instanceof Element && currentTarget.contains(target)
        if (!isInRow || target.closest('a,button,label')) return
        // The arrow keys continue from there.
        currentTarget.querySelector<HTMLElement>('[data-row]')?.focus()
        press(event)
      }}
      // The first row is the heading's.
      aria-rowindex={index + 2}
      className={classNames(
        'group border-b border-line last:border-0',
        isSelected ? 'bg-leaf-tint' : isCurrent ? 'bg-well' : 'hover:bg-well',
        isCurrent && 'shadow-[inset_3px_0_0_var(--color-leaf)]',
        'max-md:flex max-md:h-18 max-md:items-center',
      )}
    >
      <td className={classNames('p-0', !isSelecting && 'max-md:hidden')}>
        <label className="grid size-11 place-items-center print:hidden">
          <input
            type="checkbox"
            className="choice-box"
            aria-label={`Select ${receiptTitle(receipt)}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
      <th scope="row" className="p-0 text-left font-normal max-md:min-w-0 max-md:flex-1">
        <RowButton {...props} onPress={press} />
      </th>
      {isWide ? (
        <DetailCells {...props} />
      ) : (
        receipt.missing.length > 0 && (
          <td className={classNames('relative self-stretch p-0', isSelecting && 'hidden')}>
            <FixLink receipt={receipt} className="absolute right-0 bottom-0" />
          </td>
        )
      )}
      <td className={classNames('relative p-0', isSelecting && 'max-md:hidden')}>
        <div className={classNames(isSelecting && 'invisible')}>
          <RowActions receipt={receipt} onEdit={() => onEdit(receipt._id)} />
        </div>
      </td>
    </tr>
  )
}

function RowButton(props: ReceiptRowProps & { onPress: (event: ReactMouseEvent) => void }) {
  const { receipt, isWide, isSelecting, isCurrent, onSelect, onPress, onMove, onOpen } = props
  const longPress = useLongPress(() => onSelect(false))
  const file = receipt.file[0]
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && !isSelecting) {
      event.preventDefault()
      onOpen(receipt._id)
    }
    const moved = moveFocus(event)
    if (moved !== undefined) onMove?.(moved)
  }
  return (
    <button
      type="button"
      data-row={receipt._id}
      aria-current={isCurrent ? 'true' : undefined}
      {...longPress}
      onClick={onPress}
      onKeyDown={handleKeyDown}
      className={classNames(
        'flex h-18 w-full min-w-0 scroll-mt-16 scroll-mb-16 items-center gap-2.5 pl-3 text-left select-none @max-[16rem]:pl-2 md:h-11 md:pr-3',
        isSelecting && 'pr-3 pl-1',
      )}
    >
      {isWide ? (
        <span className="grid min-w-0">
          <span className="truncate font-semibold">
            <ReceiptName receipt={receipt} />
          </span>
          <span className="truncate text-xs text-soft @min-[44rem]:hidden">
            {receipt.duplicateOf && (
              <span className="font-semibold text-wattle-deep">Possible duplicate </span>
            )}
            {descriptionOf(receipt)}
          </span>
        </span>
      ) : (
        <>
          {file && <Thumbnail receiptId={receipt._id} file={file} />}
          <ReceiptLines receipt={receipt} hasFixLink={!isSelecting} />
        </>
      )}
    </button>
  )
}

function DetailCells({ receipt, category }: ReceiptRowProps) {
  const file = receipt.file[0]
  return (
    <>
      {/* An amount in another currency may need two lines. */}
      <td className="px-3 text-right leading-tight">
        <ReceiptAmount receipt={receipt} />
      </td>
      <td className={classNames('px-3 text-soft', columnClassNames.description)}>
        <span className="flex items-center gap-3">
          {receipt.duplicateOf && (
            <DuplicateMark item={comparedReceipt(receipt)} duplicateOf={receipt.duplicateOf} />
          )}
          <span className="truncate">{descriptionOf(receipt)}</span>
        </span>
      </td>
      {/* Wraps if letter spacing is wide, or the receipt was added in another year. */}
      <td className="pl-3 text-sm *:whitespace-normal">
        <ReceiptDate receipt={receipt} />
      </td>
      <td className="p-0 text-sm">
        {receipt.missing.length === 0 ? (
          <span className="flex px-3">
            <EvidenceMark receipt={receipt} className={evidenceClassName} />
          </span>
        ) : (
          <FixLink receipt={receipt} className="px-3">
            <EvidenceMark receipt={receipt} className={evidenceClassName} />
          </FixLink>
        )}
      </td>
      <td className={classNames('truncate px-3 text-sm text-soft', columnClassNames.last)}>
        {category ?? (file && <FileDetails file={file} />)}
      </td>
    </>
  )
}

const evidenceClassName = 'truncate @max-[60rem]:sr-only'

function descriptionOf(receipt: Receipt): string {
  return receipt.description === receiptName(receipt) ? '' : receipt.description
}
