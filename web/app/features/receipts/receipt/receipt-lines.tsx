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

/** A receipt in two lines: supplier and amount, then description and purchase date (requirement 40). */
export function ReceiptLines({ receipt, hasFixLink = false }: ReceiptLinesProps) {
  const name = receiptName(receipt)
  const description = receipt.description === name ? '' : receipt.description
  // Without a description, long names have room for a second line.
  const isShort = !description && !receipt.duplicateOf
  const isCovered = hasFixLink && receipt.missing.length > 0
  return (
    <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
      <span className="flex items-baseline gap-3 max-sm:gap-2">
        <span
          className={classNames(
            'min-w-0 flex-1 font-semibold',
            isShort ? 'line-clamp-2 leading-tight wrap-anywhere' : 'truncate',
          )}
        >
          <ReceiptName receipt={receipt} />
        </span>{' '}
        <ReceiptAmount receipt={receipt} />
      </span>{' '}
      <span className="flex items-baseline justify-end gap-3 text-sm text-soft max-sm:gap-2">
        {description && <span className="min-w-0 flex-1 truncate">{description}</span>}{' '}
        {receipt.duplicateOf && <PossibleDuplicate />}
        <ReceiptDate receipt={receipt} />
        {receipt.file.length > 1 && <span className="shrink-0">{receipt.file.length} files</span>}{' '}
        <span
          aria-hidden={isCovered || undefined}
          className={classNames('self-center', receipt.duplicateOf && !isCovered && 'max-sm:hidden')}
        >
          <EvidenceMark receipt={receipt} />
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
    <span className="shrink-0 whitespace-nowrap" title={`Saved ${exactTime(receipt.createdAt)}`}>
      {receiptDate(receipt, today())}
    </span>
  )
}
