import type { Stripe } from 'stripe'
import { findPlanByPrice } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { InvoiceLine } from '../invoices/lines.ts'
import { dateOf, idOf } from '../stripe.ts'
import { isAlreadyRefunded } from '../plans/unused-time/already-refunded.ts'

/**
 * The lines of an invoice in our words.
 * @param known the name of a plan that's known already, by its price.
 */
export async function linesOf(
  db: Db,
  { lines }: Stripe.Invoice,
  known: { price: string; planName: string },
): Promise<InvoiceLine[]> {
  const names = new Map([[known.price, known.planName]])
  const rows: InvoiceLine[] = []
  for (const { amount, description, metadata, period, pricing } of lines.data) {
    const price = idOf(pricing?.price_details?.price)
    if (price && !names.has(price)) {
      const plan = await findPlanByPrice(db, price)
      if (plan) names.set(price, plan.name)
    }
    if (isAlreadyRefunded({ metadata })) {
      const unused = rows.find(({ cents }) => cents < 0)
      const { start = dateOf(period.start), end = dateOf(period.end) } = unused ?? {}
      rows.push({ text: 'Already refunded', start, end, cents: amount, isAlreadyRefunded: true })
      continue
    }
    const name = price ? names.get(price) : undefined
    const text = name ? `${name} plan` : (description ?? '')
    // Time that a promotion code paid for isn't worth anything.
    const isUnused = amount < 0 || (amount === 0 && price !== known.price)
    rows.push({
      text: isUnused && name ? `Unused time on ${text}` : text,
      start: dateOf(period.start),
      end: dateOf(period.end),
      cents: amount,
    })
  }
  return rows
}

/**
 * How much of a customer's credit an invoice used. On Stripe's page, credit is taken before there's an invoice, so the
 * balance it starts with says nothing. Ending with a debt means that the rest is on the next bill.
 */
export function creditUsed({ total, amount_due: due, ending_balance: balance }: Stripe.Invoice): number {
  return Math.max(0, total - due - Math.max(0, balance ?? 0))
}
