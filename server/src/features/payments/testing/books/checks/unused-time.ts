import type { PayingServer } from '#testing/paying.ts'
import { positiveCents } from '../../../invoices/lines.ts'
import { unusedCents } from '../../../money.ts'
import { listPaidBills, type PaymentRow } from '../../../store.ts'

type Db = PayingServer['deps']['db']

/**
 * Checks what was returned for unused time, of payments that weren't disputed or refunded for another reason.
 * @param otherwise the payment intents that were.
 * @returns a sentence for each payment that differs from what its unused months cost, and for each plan that returned more
 * than its unused time was worth.
 */
export async function checkUnusedTime(
  { deps: { db } }: PayingServer,
  owner: string,
  otherwise: ReadonlySet<string>,
): Promise<string[]> {
  const wasReturned = ({ providerIntentId }: PaymentRow) => otherwise.has(providerIntentId ?? '')
  const differences = [
    ...(await checkMonths(db, owner, wasReturned)),
    ...(await checkPlans(db, owner, wasReturned)),
  ]
  return differences.map((difference) => `${owner}: ${difference}`)
}

async function checkMonths(db: Db, owner: string, wasReturned: (payment: PaymentRow) => boolean) {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', owner)
    .where('kind', '=', 'months')
    .where('status', '=', 'paid')
    // An administrator returned credit.
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('auditLog').select('id').whereRef('subjectId', '=', 'payments.id'))),
    )
    .execute()
  const plans = await db
    .selectFrom('subscriptions')
    .select(['createdAt', 'endedAt'])
    .where('ownerId', '=', owner)
    .where('kind', '=', 'recurring')
    .execute()
  const differences: string[] = []
  for (const payment of payments.filter((paid) => !wasReturned(paid))) {
    const { id, amountCents, creditCents, months } = payment
    const granted = await db.selectFrom('subscriptions').selectAll().where('paymentId', '=', id).execute()
    const priceCents = (amountCents + creditCents) / months.length
    const neverGranted = (months.length - granted.length) * priceCents
    const unusedSince = (sinceOf: (endedAt: Date) => Date) =>
      neverGranted +
      sumOf(
        granted.map(({ endedAt, periodStart: start, periodEnd: end }) =>
          endedAt === null ? 0 : unusedCents(priceCents, { start, end }, sinceOf(endedAt)),
        ),
      )
    // A plan may have begun to cover it at any time between: its access may have been closed for a while.
    const least = unusedSince((endedAt) => endedAt)
    const most = unusedSince((endedAt) => coveredSince(plans, endedAt))
    const returned = returnedOf(payment)
    // Each month is rounded.
    if (returned < least - months.length || returned > most + months.length)
      differences.push(
        `payment ${id} returned ${returned} for unused months that cost ${least}, at most ${most}`,
      )
  }
  return differences
}

/** The earliest moment since when the plans that ended a month may have covered it. */
function coveredSince(plans: readonly { createdAt: Date; endedAt: Date | null }[], monthEndedAt: Date): Date {
  const covering = plans.filter(
    ({ createdAt, endedAt }) => createdAt <= monthEndedAt && (endedAt === null || endedAt >= monthEndedAt),
  )
  return new Date(Math.min(+monthEndedAt, ...covering.map(({ createdAt }) => +createdAt)))
}

async function checkPlans(db: Db, owner: string, wasReturned: (payment: PaymentRow) => boolean) {
  const plans = await db
    .selectFrom('subscriptions')
    .innerJoin('providerSubscriptions', 'providerSubscriptions.id', 'subscriptions.providerSubscriptionId')
    .select(['providerSubscriptions.id', 'providerSubscriptions.invoiceId', 'subscriptions.endedAt'])
    .select(['subscriptions.periodStart as start', 'subscriptions.periodEnd as end'])
    .where('subscriptions.ownerId', '=', owner)
    .execute()
  const differences: string[] = []
  for (const { id, invoiceId, endedAt, start, end } of plans) {
    const bills = await listPaidBills(db, id)
    const current = bills.find(({ providerInvoiceId }) => providerInvoiceId === invoiceId)
    const isLate = bills.some(({ paidAt }) => endedAt !== null && paidAt! > endedAt)
    if (!current || isLate || bills.some(wasReturned)) continue
    const priceCents = positiveCents(current)
    const unused = unusedCents(priceCents, { start, end }, endedAt ?? end)
    const returned = sumOf(bills.map(returnedOf))
    // It ends hours after its unused time was worked out, if a job has to wait.
    if (returned > unused + priceCents / 10)
      differences.push(`plan ${id} returned ${returned} for unused time that was worth ${unused}`)
  }
  return differences
}

function returnedOf({ refundedCents, creditReturnedCents }: PaymentRow): number {
  return refundedCents + creditReturnedCents
}

function sumOf(cents: readonly number[]): number {
  return cents.reduce((sum, one) => sum + one, 0)
}
