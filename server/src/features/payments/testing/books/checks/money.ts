import type { Stripe } from 'stripe'
import type { PayingServer } from '#testing/paying.ts'
import { storedLines } from '../../../invoices/lines.ts'
import { creditUsed } from '../../../webhook/invoice-lines.ts'
import { goodwillIn } from '../at-stripe.ts'
import type { Movement } from '../stripe-books.ts'

/** @returns a sentence for each payment that differs from what moved at Stripe. */
export async function checkPayments({ deps }: PayingServer, movements: Map<string, Movement>) {
  const rows = await deps.db
    .selectFrom('payments')
    .select(['providerIntentId', 'status', 'amountCents', 'refundedCents', 'disputedCents'])
    .where('providerIntentId', 'in', [...movements.keys()])
    .execute()
  const byIntent = new Map(rows.map((row) => [row.providerIntentId, row]))
  return [...movements].flatMap(([intent, movement]) => {
    const row = byIntent.get(intent)
    const { chargedCents, refundedCents, disputedCents } = movement
    const isRight =
      chargedCents >= refundedCents + disputedCents &&
      row?.status === 'paid' &&
      row.amountCents === chargedCents &&
      row.refundedCents === refundedCents &&
      row.disputedCents === disputedCents
    // A payment that arrives too late is refunded in full.
    const wentBack = row?.status === 'canceled' && chargedCents === refundedCents + disputedCents
    return isRight || wentBack ? [] : [`${intent}: ${JSON.stringify({ movement, row })}`]
  })
}

/**
 * Checks that a customer's cash equals the value of their access plus their credit. Cash is what was charged or given
 * away, less refunds and disputes. Access is worth what Stripe's paid invoices and the paid months cost, less what was
 * returned for it. Credit that was refunded, or that a refund took back, bought no access. Neither does what a plan change
 * cost too much, because it counted a payment as lost. Each paid invoice is a payment with its amounts and lines.
 */
export async function checkCustomer(
  { deps: { db }, stripe }: PayingServer,
  owner: string,
  movements: Map<string, Movement>,
): Promise<string[]> {
  const customer = await db
    .selectFrom('providerCustomers')
    .select(['id', 'creditCents'])
    .where('ownerId', '=', owner)
    .executeTakeFirst()
  if (!customer) return []
  const atStripe = await stripe.customers.retrieve(customer.id)
  const creditCents = atStripe.deleted ? 0 : -atStripe.balance
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'providerIntentId', 'kind', 'amountCents', 'creditCents'])
    .select(['refundedCents', 'creditRefundedCents', 'disputedCents', 'creditReturnedCents'])
    .select(['accessEndedAt', 'creditTakenCents', 'providerInvoiceId', 'totalCents', 'lines'])
    .where('ownerId', '=', owner)
    .where('status', '=', 'paid')
    .execute()
  const bills = await stripe.invoices
    .list({ customer: customer.id, limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const invoices = bills.filter(({ status }) => status === 'paid')
  const transactions = await stripe.customers
    .listBalanceTransactions(customer.id, { limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const moved = payments.flatMap(({ providerIntentId }) => movements.get(providerIntentId ?? '') ?? [])
  const cashCents =
    sumOf(moved, (row) => row.chargedCents - row.refundedCents - row.disputedCents) + goodwillIn(transactions)
  const accessCents =
    sumOf(invoices, ({ total }) => total) +
    sumOf(payments, ({ kind, amountCents, creditCents }) =>
      kind === 'months' ? amountCents + creditCents : 0,
    ) -
    sumOf(payments, (row) => row.refundedCents - row.creditRefundedCents) -
    sumOf(payments, (row) => row.disputedCents + row.creditReturnedCents) +
    sumOf(payments, ({ id }) => takenIn(transactions, id)) -
    correctedIn(transactions)
  const differences: string[] = []
  if (cashCents !== accessCents + creditCents + heldIn(bills))
    differences.push(`${cashCents} in cash isn’t ${accessCents} of access and ${creditCents} of credit`)
  if (customer.creditCents !== Math.max(0, creditCents))
    differences.push(`${creditCents} of credit at Stripe, ${customer.creditCents} here`)
  const byInvoice = new Map(payments.map((payment) => [payment.providerInvoiceId, payment]))
  for (const invoice of invoices) {
    const payment = byInvoice.get(invoice.id!)
    const isSaved =
      payment?.amountCents === invoice.amount_paid &&
      payment.totalCents === invoice.total &&
      payment.creditCents === creditUsed(invoice) &&
      storedLines(payment).length === invoice.lines.data.length
    if (!isSaved) differences.push(`invoice ${invoice.id} isn’t what payment ${payment?.id} says`)
  }
  for (const { id, accessEndedAt, creditTakenCents } of payments) {
    if (creditTakenCents !== takenIn(transactions, id))
      differences.push(
        `${takenIn(transactions, id)} of credit was taken back for payment ${id}, ${creditTakenCents} here`,
      )
    if (accessEndedAt === null && takenIn(transactions, id) !== 0)
      differences.push(
        `${takenIn(transactions, id)} of credit was taken back for payment ${id}, which wasn’t refunded`,
      )
  }
  return differences.map((difference) => `${owner}: ${difference}`)
}

/** The credit that unpaid bills have used, negative if they charge an earlier bill that was too small. */
function heldIn(bills: readonly Stripe.Invoice[]): number {
  const open = bills.filter(({ status }) => status === 'open')
  return sumOf(open, ({ total, amount_due: due }) => total - due)
}

/** How much credit refunds of a payment took back, less what was given again. */
function takenIn(transactions: readonly Stripe.CustomerBalanceTransaction[], payment: string): number {
  return sumOf(
    transactions.filter(({ metadata }) => metadata?.['takenBack'] === payment),
    ({ amount }) => amount,
  )
}

/** What plan changes cost less in hindsight, because a dispute that we had lost was won. */
function correctedIn(transactions: readonly Stripe.CustomerBalanceTransaction[]): number {
  return -sumOf(
    transactions.filter(({ metadata }) => metadata?.['corrected'] !== undefined),
    ({ amount }) => amount,
  )
}

function sumOf<T>(rows: readonly T[], centsOf: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + centsOf(row), 0)
}
