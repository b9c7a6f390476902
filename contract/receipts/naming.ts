import { formatDay, formatDayOfYear } from '../core/dates.ts'
import { formatCents } from '../core/money.ts'
import type { ReceiptFacts } from './facts.ts'

type NamedReceipt = {
  description: string
  facts: Pick<ReceiptFacts, 'supplier' | 'totalCents' | 'currency'>
}

/** What a receipt is called: its supplier, otherwise its description (requirement 40). */
export function receiptName({ description, facts }: NamedReceipt): string {
  return facts.supplier ?? description
}

/** An amount in its currency, as in `$56.85` or `56.85 USD`. */
export function formatAmount(cents: number, currency: string): string {
  return currency === 'AUD' ? formatCents(cents) : `${formatCents(cents).slice(1)} ${currency}`
}

/** The total of a receipt in its currency; undefined while it's unknown. */
export function receiptAmount({ facts: { totalCents, currency } }: NamedReceipt): string | undefined {
  return totalCents === null ? undefined : formatAmount(totalCents, currency)
}

/** Name and amount, to identify a receipt in a sentence: `Ampol $56.85`. */
export function receiptTitle(receipt: NamedReceipt): string {
  return [receiptName(receipt), receiptAmount(receipt)].filter(Boolean).join(' ')
}

type DatedReceipt = { facts: Pick<ReceiptFacts, 'documentDate' | 'paidDate'>; capturedOn: string }

/** The date on the receipt, or the day it was paid; null when neither is known. */
export function purchaseDay({ documentDate, paidDate }: DatedReceipt['facts']): string | null {
  return documentDate ?? paidDate
}

/**
 * `3 Mar 2026`, or `Added 22 Nov` without a purchase date: the day that lists, searches and income years count it on then,
 * however long it waited to be filed.
 * @param today the local day; a receipt added in another year shows the year.
 */
export function receiptDate({ facts, capturedOn }: DatedReceipt, today: string): string {
  const day = purchaseDay(facts)
  if (day !== null) return formatDay(day)
  const isThisYear = capturedOn.slice(0, 4) === today.slice(0, 4)
  return `Added ${isThisYear ? formatDayOfYear(capturedOn) : formatDay(capturedOn)}`
}
