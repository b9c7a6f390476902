import { formatDay, lastDayOf, sydneyDay } from '@docketbox/contract'
import { z } from 'zod'
import type { PaymentRow } from '../store.ts'
import { itemsOf } from './labels.ts'
import type { Item } from './sheet.ts'

/** A line of an invoice for a subscription; a negative amount is credit for unused time. */
const invoiceLine = z.object({
  text: z.string(),
  start: z.coerce.date(),
  end: z.coerce.date(),
  cents: z.int(),
  /** It takes back the part of that credit that was already refunded. */
  isAlreadyRefunded: z.boolean().optional(),
})
export type InvoiceLine = z.infer<typeof invoiceLine>

/** The full price of a payment, before credit; negative if a change of plan left more credit than it cost. */
export function totalOf({ totalCents, amountCents, creditCents }: PaymentRow): number {
  return totalCents ?? amountCents + creditCents
}

/** The credit for unused time on a bill, in cents. */
export function creditedCents({ lines }: Pick<PaymentRow, 'lines'>): number {
  return z
    .array(invoiceLine)
    .parse(lines)
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
  const lines = z.array(invoiceLine).parse(payment.lines)
  if (lines.length === 0) {
    const quantity = String(payment.kind === 'months' ? payment.months.length : 1)
    return [{ text: `${payment.planName} plan: ${itemsOf(payment)}`, quantity, cents: total }]
  }
  const discount = lines.reduce((sum, { cents }) => sum + cents, 0) - total
  return [
    ...lines.map(({ text, start, end, cents }) => ({
      text: `${text}, ${formatDay(sydneyDay(start))} – ${formatDay(lastDayOf(end))}`,
      quantity: '1',
      cents,
    })),
    ...(discount === 0 ? [] : [{ text: 'Discount', quantity: '1', cents: -discount }]),
  ]
}
