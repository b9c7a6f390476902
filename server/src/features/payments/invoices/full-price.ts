import type { Db } from '#platform/database/database.ts'
import { listPaidBills, type PaymentRow } from '../store.ts'
import { type InvoiceLine, storedLines, positiveCents } from './lines.ts'

/**
 * Adds to each credit for unused time the price and period that it's a part of, from the bill that charged them, so that
 * an invoice has everything needed to recalculate it.
 */
export async function addFullPrices(db: Db, payments: readonly PaymentRow[]): Promise<PaymentRow[]> {
  const changes = payments.filter((payment) => storedLines(payment).some(isUnused))
  const bills = await listBills(
    db,
    changes.map(({ providerSubscriptionId }) => providerSubscriptionId),
  )
  return payments.map((payment) => {
    if (!changes.includes(payment)) return payment
    const own = bills.filter((bill) => bill.providerSubscriptionId === payment.providerSubscriptionId)
    const at = own.findIndex(({ id }) => id === payment.id)
    const lines = withFullPrices(storedLines(payment), at < 0 ? own : own.slice(0, at))
    return { ...payment, lines: JSON.parse(JSON.stringify(lines)) }
  })
}

/** @param bills the earlier bills of the same subscription, the oldest first. */
export function withFullPrices(lines: readonly InvoiceLine[], bills: readonly PaymentRow[]): InvoiceLine[] {
  return lines.map((line) => {
    const fullPrice = isUnused(line) ? fullPriceOf(line, bills) : undefined
    return fullPrice ? { ...line, fullPrice } : line
  })
}

/** Time that a promotion code paid for isn't worth anything. */
function isUnused({ cents, isAlreadyRefunded = false }: InvoiceLine): boolean {
  return cents <= 0 && !isAlreadyRefunded
}

function fullPriceOf(unused: InvoiceLine, bills: readonly PaymentRow[]): InvoiceLine['fullPrice'] {
  for (const bill of bills.toReversed()) {
    const line = storedLines(bill).find(
      ({ cents, isAlreadyRefunded = false, start, end }) =>
        cents > 0 && !isAlreadyRefunded && +end === +unused.end && start <= unused.start,
    )
    if (line) return { cents: positiveCents(bill), start: line.start, end: line.end }
  }
  return undefined
}

async function listBills(db: Db, subscriptions: readonly (string | null)[]): Promise<PaymentRow[]> {
  const known = [...new Set(subscriptions.filter((id) => id !== null))]
  return known.length > 0 ? listPaidBills(db, ...known) : []
}
