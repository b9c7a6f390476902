import type { PayingServer } from '#testing/paying.ts'

/** @returns a sentence for each access without a payment, payment without access, or plan that differs from Stripe's. */
export async function wrongAccess(server: PayingServer, owner: string): Promise<string[]> {
  const wrong = [
    ...(await wrongMonths(server, owner)),
    ...(await wrongPlans(server, owner)),
    ...(await paidForNothing(server, owner)),
  ]
  return wrong.map((words) => `${owner}: ${words}`)
}

async function wrongMonths({ deps: { db } }: PayingServer, owner: string): Promise<string[]> {
  const wrong: string[] = []
  const granted = await db
    .selectFrom('subscriptions')
    .select(['month', 'paymentId'])
    .where('ownerId', '=', owner)
    .where('kind', '=', 'month')
    .where('endedAt', 'is', null)
    .execute()
  if (new Set(granted.map(({ month }) => month)).size < granted.length) wrong.push('a month twice')
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
    if (held > 0 && (!isPaid || isReturned)) wrong.push(`payment ${id} is ${status}, but grants months`)
    // After a refund fails, the customer is paid another way.
    if (isPaid && backCents === 0 && payment.refundState === null && held < months.length)
      wrong.push(`payment ${id} of ${amountCents + creditCents} grants ${held} of ${months.length} months`)
  }
  return wrong
}

/** States that give access. */
const settled = ['active', 'past_due']

async function wrongPlans({ deps, stripe }: PayingServer, owner: string): Promise<string[]> {
  const { db, now } = deps
  const wrong: string[] = []
  const plans = await db
    .selectFrom('subscriptions')
    .innerJoin('providerSubscriptions', 'providerSubscriptions.id', 'subscriptions.providerSubscriptionId')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['providerSubscriptions.id', 'providerSubscriptions.refundedInvoiceId', 'plans.providerPriceId'])
    .select(['subscriptions.endedAt', 'subscriptions.periodEnd', 'subscriptions.cancelsAtPeriodEnd'])
    .where('subscriptions.ownerId', '=', owner)
    .execute()
  const running = plans.filter(({ endedAt, periodEnd }) => endedAt === null && periodEnd > now())
  if (running.length > 1) wrong.push('two subscriptions at once')
  for (const { id, refundedInvoiceId, providerPriceId, ...plan } of plans) {
    const at = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    const item = at.items.data[0]!
    const isRunning = plan.endedAt === null && plan.periodEnd > now()
    const runsAtStripe = settled.includes(at.status)
    // Its refund failed after it ended, so the customer keeps what they paid for.
    if (isRunning && !runsAtStripe && refundedInvoiceId === null)
      wrong.push(`plan ${id} is ${at.status} at Stripe, but running here`)
    if (!isRunning && at.status === 'active' && !(await isTakenBack(db, id)) && isPaid(at.latest_invoice))
      wrong.push(`plan ${id} is active at Stripe, but not here`)
    if (!isRunning || at.status !== 'active') continue
    if (isPaid(at.latest_invoice) && +plan.periodEnd !== item.current_period_end * 1000)
      wrong.push(`plan ${id} ends ${plan.periodEnd.toISOString()}, at Stripe ${item.current_period_end}`)
    if (item.price.id !== providerPriceId && isPaid(at.latest_invoice))
      wrong.push(`plan ${id} is another one at Stripe`)
    if (plan.cancelsAtPeriodEnd !== (at.cancel_at !== null))
      wrong.push(`plan ${id} is cancelled on one side only`)
  }
  return wrong
}

/** Bills that were paid after their plan had ended and weren't refunded. */
async function paidForNothing({ deps: { db } }: PayingServer, owner: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('providerSubscriptions', 'providerSubscriptions.id', 'payments.providerSubscriptionId')
    .select(['payments.id', 'payments.amountCents', 'payments.refundedCents', 'payments.disputedCents'])
    .where('payments.ownerId', '=', owner)
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
