import { receiptAmount, receiptDate, receiptName } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { Copy } from 'lucide-react'
import { exactTime, today } from '#platform/format/dates.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { EvidenceMark } from '../evidence/status.tsx'

type ReceiptLinesProps = {
  receipt: Receipt
  /** A link says what's missing. It covers the mark. */
  hasFixLink?: boolean
}

/** A receipt in two lines: supplier and amount, then description and purchase date (requirement 40); with very large text in three. */
export function ReceiptLines({ receipt, hasFixLink = false }: ReceiptLinesProps) {
  const name = receiptName(receipt)
  const description = receipt.description === name ? '' : receipt.description
  // Without a description, long names have room for a second line.
  const isShort = !description && !receipt.duplicateOf
  const isCovered = hasFixLink && receipt.missing.length > 0
  return (
    <span className="@container min-w-0 flex-1">
      <span className="grid grid-cols-1 gap-0.5 @max-[10.5rem]:flex @max-[10.5rem]:flex-wrap @max-[10.5rem]:gap-x-1 @max-[10.5rem]:gap-y-0 @max-[10.5rem]:leading-tight">
        <span className="flex items-baseline gap-3 max-sm:gap-2 @max-[10.5rem]:contents @max-[10.5rem]:*:-order-1">
          <span
            className={classNames(
              'min-w-0 flex-1 font-semibold @max-[10.5rem]:line-clamp-1 @max-[10.5rem]:basis-full',
              isShort ? 'line-clamp-2 leading-tight wrap-anywhere' : 'truncate',
            )}
          >
            <ReceiptName receipt={receipt} />
          </span>{' '}
          <ReceiptAmount receipt={receipt} />
        </span>{' '}
        <span className="flex items-baseline justify-end gap-3 text-sm text-soft max-sm:gap-2 @max-[10.5rem]:contents @max-[10.5rem]:leading-tight">
          {description && (
            <span className="min-w-0 flex-1 truncate @max-[10.5rem]:hidden">{description}</span>
          )}{' '}
          {receipt.duplicateOf && <PossibleDuplicate />}
          <ReceiptDate receipt={receipt} />
          {receipt.file.length > 1 && <span className="shrink-0">{receipt.file.length} files</span>}{' '}
          <span
            aria-hidden={isCovered || undefined}
            className={classNames(
              'self-center @max-[10.5rem]:-order-1 @max-[10.5rem]:ml-auto',
              receipt.duplicateOf && !isCovered && 'max-sm:hidden',
            )}
          >
            <EvidenceMark receipt={receipt} />
          </span>
        </span>
      </span>
    </span>
  )
}

/** What a receipt is called. A supplier that was read without certainty names it, too, but isn't its supplier yet. */
export function ReceiptName({ receipt }: { receipt: Receipt }) {
  const { facts, description, suggestions } = receipt
  const isUncertain = facts.supplier === null && description === suggestions?.supplier
  return (
    <>
      {isUncertain && <span className="font-normal text-soft">Maybe </span>}
      {receiptName(receipt)}
    </>
  )
}

/** The amount, unless it isn't known yet. */
export function ReceiptAmount({ receipt }: { receipt: Receipt }) {
  const amount = receiptAmount(receipt)
  if (amount) return <span className="figures shrink-0 font-semibold">{amount}</span>
  return receipt.isReading && <span className="shrink-0 text-sm text-soft max-[22rem]:hidden">Reading…</span>
}

/** A receipt's description and date, below its supplier and amount: `Diesel · 3 Mar 2026`. */
export function ReceiptSubtitle({ receipt }: { receipt: Receipt }) {
  const { description } = receipt
  return (
    <span className="block wrap-anywhere">
      {description !== receiptName(receipt) && `${description}\u00A0· `}
      <ReceiptDate receipt={receipt} />
    </span>
  )
}

/** Short on phones, to leave room for the description. */
function PossibleDuplicate() {
  return (
    <span className="flex shrink-0 items-center gap-1.5 font-semibold text-wattle-deep max-sm:text-xs">
      <Copy className="size-4 max-sm:hidden" aria-hidden="true" />
      <span className="max-sm:hidden">Possible duplicate</span>
      <span className="sm:hidden">Duplicate?</span>
    </span>
  )
}

/** The purchase date, or when the receipt was added; the exact time it was saved shows on hover. */
export function ReceiptDate({ receipt }: { receipt: Receipt }) {
  return (
    <span
      className="shrink-0 whitespace-nowrap @max-[10.5rem]:shrink @max-[10.5rem]:whitespace-normal"
      title={`Saved ${exactTime(receipt.createdAt)}`}
    >
      {receiptDate(receipt, today())}
    </span>
  )
}
