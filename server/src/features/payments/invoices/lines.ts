import { formatDay, lastDayOf, sydneyDay, type UnusedTime, unusedTimeText } from '@docketbox/contract'
import { z } from 'zod'
import type { PaymentRow } from '../store.ts'
import { itemsOf } from './labels.ts'

/** A line of an invoice for a subscription; a negative amount is credit for unused time. */
const invoiceLine = z.object({
  text: z.string(),
  start: z.coerce.date(),
  end: z.coerce.date(),
  cents: z.int(),
  /** It takes back the part of that credit that was already refunded. */
  isAlreadyRefunded: z.boolean().optional(),
  /** The price and period that unused time is a part of. Not stored: it's on an earlier bill. */
  fullPrice: z.object({ cents: z.int(), start: z.coerce.date(), end: z.coerce.date() }).optional(),
})
export type InvoiceLine = z.infer<typeof invoiceLine>

/** A row of an invoice: what, how often, and its price with GST. */
type Item = { text: string; quantity: string; cents: number }

/** The full price of a payment, before credit; negative if a plan change left more credit than it cost. */
export function totalOf({ totalCents, amountCents, creditCents }: PaymentRow): number {
  return totalCents ?? amountCents + creditCents
}

export function storedLines({ lines }: Pick<PaymentRow, 'lines'>): InvoiceLine[] {
  return z.array(invoiceLine).parse(lines)
}

/** The unused time on a bill whose full price is known. */
export function unusedTimeOn(payment: Pick<PaymentRow, 'lines'>): UnusedTime[] {
  return storedLines(payment).flatMap((line) => unusedTimeOf(line) ?? [])
}

/** @returns undefined if the line isn't about unused time, or its full price isn't known. */
export function unusedTimeOf({ text, start, cents, fullPrice }: InvoiceLine): UnusedTime | undefined {
  return (
    fullPrice && {
      name: text,
      cents: 0 - cents,
      from: start.toISOString(),
      priceCents: fullPrice.cents,
      periodStart: fullPrice.start.toISOString(),
      periodEnd: fullPrice.end.toISOString(),
    }
  )
}

/** How much of the unused time on a bill was already refunded, in cents. */
export function alreadyRefundedOn(payment: Pick<PaymentRow, 'lines'>): number {
  return storedLines(payment)
    .filter(({ isAlreadyRefunded }) => isAlreadyRefunded)
    .reduce((sum, { cents }) => sum + cents, 0)
}

/** The credit for unused time on a bill, in cents. */
export function creditedCents(payment: Pick<PaymentRow, 'lines'>): number {
  return storedLines(payment)
    .filter(({ cents, isAlreadyRefunded }) => cents < 0 || isAlreadyRefunded)
    .reduce((sum, { cents }) => sum - cents, 0)
}

/** The price of a bill's plan before credit for unused time, less any discount. */
export function positiveCents(payment: PaymentRow): number {
  return totalOf(payment) + creditedCents(payment)
}

/** The rows of a payment's tax invoice, which add up to its total. */
export function itemRows(payment: PaymentRow): Item[] {
  const total = totalOf(payment)
  const lines = storedLines(payment)
  if (lines.length === 0) {
    const quantity = String(payment.kind === 'months' ? payment.months.length : 1)
    return [{ text: `${payment.planName} plan: ${itemsOf(payment)}`, quantity, cents: total }]
  }
  const discount = lines.reduce((sum, { cents }) => sum + cents, 0) - total
  return [
    ...lines.map((line) => ({ text: textOf(line), quantity: '1', cents: line.cents })),
    ...(discount === 0 ? [] : [{ text: 'Discount', quantity: '1', cents: -discount }]),
  ]
}

function textOf(line: InvoiceLine): string {
  const { text, start, end } = line
  const unused = unusedTimeOf(line)
  if (unused) return unusedTimeText(unused)
  return `${text}, ${formatDay(sydneyDay(start))} – ${formatDay(lastDayOf(end))}`
}
