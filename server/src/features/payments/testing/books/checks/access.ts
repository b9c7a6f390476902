import type { PayingServer } from '#testing/paying.ts'
import { isDisputed } from '../../../store.ts'

/** @returns a sentence for each access without a payment, payment without access, or plan that differs from Stripe's. */
export async function checkAccess(server: PayingServer, owner: string): Promise<string[]> {
  const differences = [...(await checkMonths(server, owner)), ...(await checkPlans(server, owner))]
  return differences.map((difference) => `${owner}: ${difference}`)
}

async function checkMonths({ deps: { db } }: PayingServer, owner: string): Promise<string[]> {
  const differences: string[] = []
  const granted = await db
    .selectFrom('subscriptions')
    .select(['month', 'paymentId'])
    .where('ownerId', '=', owner)
    .where('kind', '=', 'month')
    .where('endedAt', 'is', null)
    .execute()
  if (new Set(granted.map(({ month }) => month)).size < granted.length) differences.push('a month twice')
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', owner)
    .where('kind', '=', 'months')
    .execute()
  for (const payment of payments) {
    const { id, status, months, amountCents, creditCents } = payment
    const backCents = payment.refundedCents + payment.disputedCents + payment.creditReturnedCents
    const held = granted.filter(({ paymentId }) => paymentId === id).length
    const isPaid = status === 'paid'
    const isReturned = amountCents > 0 && payment.refundedCents + payment.disputedCents >= amountCents
    if (held > 0 && (!isPaid || isReturned)) differences.push(`payment ${id} is ${status}, but grants months`)
    // After a refund fails, the customer is paid another way.
    if (isPaid && backCents === 0 && payment.refundState === null && held < months.length)
      differences.push(
        `payment ${id} of ${amountCents + creditCents} grants ${held} of ${months.length} months`,
      )
  }
  return differences
}

/** States that give access. */
const settled = ['active', 'past_due']

async function checkPlans({ deps, stripe }: PayingServer, owner: string): Promise<string[]> {
  const { db, now } = deps
  const differences: string[] = []
  const plans = await db
    .selectFrom('subscriptions')
    .innerJoin('providerSubscriptions', 'providerSubscriptions.id', 'subscriptions.providerSubscriptionId')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['providerSubscriptions.id', 'providerSubscriptions.refundedInvoiceId', 'plans.providerPriceId'])
    .select(['subscriptions.endedAt', 'subscriptions.periodEnd', 'subscriptions.cancelsAtPeriodEnd'])
    .where('subscriptions.ownerId', '=', owner)
    .execute()
  const running = plans.filter(({ endedAt, periodEnd }) => endedAt === null && periodEnd > now())
  if (running.length > 1) differences.push('two subscriptions at once')
  for (const { id, refundedInvoiceId, providerPriceId, ...plan } of plans) {
    const atStripe = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    const item = atStripe.items.data[0]!
    const isRunning = plan.endedAt === null && plan.periodEnd > now()
    const runsAtStripe = settled.includes(atStripe.status)
    // Its refund failed after it ended, so the customer keeps what they paid for.
    if (isRunning && !runsAtStripe && refundedInvoiceId === null)
      differences.push(`plan ${id} is ${atStripe.status} at Stripe, but running here`)
    if (
      !isRunning &&
      atStripe.status === 'active' &&
      !(await isTakenBack(db, id)) &&
      isPaid(atStripe.latest_invoice)
    )
      differences.push(`plan ${id} is active at Stripe, but not here`)
    if (!isRunning || atStripe.status !== 'active') continue
    if (isPaid(atStripe.latest_invoice) && +plan.periodEnd !== item.current_period_end * 1000)
      differences.push(
        `plan ${id} ends ${plan.periodEnd.toISOString()}, at Stripe ${item.current_period_end}`,
      )
    if (item.price.id !== providerPriceId && isPaid(atStripe.latest_invoice))
      differences.push(`plan ${id} is a different plan at Stripe`)
    if (atStripe.cancel_at === null && (await isDisputed(db, id)))
      differences.push(`plan ${id} renews while one of its payments is disputed`)
    if (plan.cancelsAtPeriodEnd !== (atStripe.cancel_at !== null))
      differences.push(`plan ${id} is cancelled on one side only`)
  }
  return differences
}

/** @returns a sentence for each bill that was paid after its plan had ended and wasn't refunded, by whomever. */
export async function checkLateBills({ deps: { db } }: PayingServer): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('providerSubscriptions', 'providerSubscriptions.id', 'payments.providerSubscriptionId')
    .select(['payments.id', 'payments.amountCents', 'payments.refundedCents', 'payments.disputedCents'])
    .where('payments.status', '=', 'paid')
    .where('payments.refundState', 'is', null)
    .whereRef('payments.paidAt', '>', 'providerSubscriptions.endedAt')
    .execute()
  return rows
    .filter(({ amountCents, refundedCents, disputedCents }) => amountCents > refundedCents + disputedCents)
    .map(({ id, amountCents }) => `payment ${id} of ${amountCents} was made after its plan had ended`)
}

/** A dispute ends access before it ends the subscription. */
async function isTakenBack(db: PayingServer['deps']['db'], id: string): Promise<boolean> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('providerSubscriptionId', '=', id)
    .where('accessEndedAt', 'is not', null)
    .execute()
  return rows.length > 0
}

function isPaid(invoice: unknown): boolean {
  return (invoice as { status?: string } | null)?.status === 'paid'
}
