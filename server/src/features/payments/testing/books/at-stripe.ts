import type { Stripe } from 'stripe'
import { askBank, debit, unlessRefused } from './paying.ts'
import type { Simulation } from './simulate.ts'

const DAY_SECONDS = 86_400
/** Probabilities for each customer and day. */
const daily = { dispute: 0.001, inDashboard: 0.002, paysBill: 0.003 }
/** Probability for each open dispute and day. */
const DECIDED = 0.1
/** Probabilities for each lost dispute and day that we appeal, and for each appeal and day that it's decided. */
const APPEALED = 0.01
const APPEAL_DECIDED = 0.05
/** Only payments younger than this are disputed. */
const DISPUTED_WITHIN_DAYS = 120
const cases = ['chargeback', 'chargeback', 'chargeback', 'inquiry', 'inquiry', 'resolution', 'block'] as const
const evidence = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence']
const GOODWILL = 'Goodwill'

/** One day of banks' decisions and of administrators in Stripe's Dashboard. */
export async function actAtStripe(simulation: Simulation): Promise<void> {
  const { server, random, books, owners } = simulation
  for (const dispute of books.openDisputes()) {
    if (!random.chance(DECIDED)) continue
    const answer = { evidence: { uncategorized_text: random.pick(evidence) }, submit: true }
    await unlessRefused(server.stripe.disputes.update(dispute, answer))
  }
  for (const dispute of books.lostDisputes()) {
    if (!random.chance(APPEALED)) continue
    const appeal = { card: { reason_for_filing: 'Simulated' } }
    await unlessRefused(server.stripe.disputes.update(dispute, { evidence: { appeal }, submit: true }))
  }
  for (const dispute of books.appeals())
    if (random.chance(APPEAL_DECIDED)) server.standIn.decideAppeal(dispute, random.pick(['won', 'lost']))
  const since = +server.deps.now() / 1000 - DISPUTED_WITHIN_DAYS * DAY_SECONDS
  const recent = books.chargesSince(since)
  for (const owner of owners) {
    if (random.chance(daily.dispute) && recent.length > 0) dispute(simulation, random.pick(recent))
    if (random.chance(daily.inDashboard)) await useDashboard(simulation, owner, recent)
    if (random.chance(daily.paysBill)) await payBill(simulation, owner)
  }
}

function dispute({ server, random }: Simulation, charge: Stripe.Charge): void {
  try {
    server.standIn.dispute(charge.payment_intent as string, random.pick(cases))
  } catch {
    // It's already disputed or refunded.
  }
}

/** Refunds a payment, gives credit away, ends a subscription, or has it pay by bank debit. */
async function useDashboard(simulation: Simulation, owner: string, recent: Stripe.Charge[]): Promise<void> {
  const { server, random } = simulation
  const { stripe } = server
  const customer = await customerOf(simulation, owner)
  if (!customer) return
  const [subscription] = (await stripe.subscriptions.list({ customer })).data
  const charge = random.pick(recent)
  const acts = [
    () =>
      stripe.refunds.create({
        payment_intent: charge.payment_intent as string,
        metadata: { inDashboard: 'true' },
        ...(random.chance(0.5) && { amount: 1 + random.below(charge.amount) }),
      }),
    () =>
      stripe.customers.createBalanceTransaction(customer, {
        amount: -(1 + random.below(600)),
        currency: 'aud',
        description: GOODWILL,
      }),
    ...(subscription
      ? [
          () => stripe.subscriptions.cancel(subscription.id),
          async () => {
            const { id } = await stripe.paymentMethods.create(debit(random))
            return stripe.subscriptions.update(subscription.id, { default_payment_method: id })
          },
        ]
      : []),
  ]
  await unlessRefused<unknown>(random.pick(acts)())
}

/** Pays a failed renewal on Stripe's page, or confirms it with the bank. */
async function payBill(simulation: Simulation, owner: string): Promise<void> {
  const { server, random } = simulation
  const customer = await customerOf(simulation, owner)
  if (!customer) return
  const { stripe } = server
  const [bill] = (await stripe.invoices.list({ customer, status: 'open', limit: 1 })).data
  if (!bill) return
  const { confirmation_secret: secret } = await stripe.invoices.retrieve(bill.id!, {
    expand: ['confirmation_secret'],
  })
  const id = secret?.client_secret.split('_secret_')[0]
  const intent = id === undefined ? undefined : await stripe.paymentIntents.retrieve(id)
  if (intent?.status === 'requires_action')
    return askBank(server.standIn, random, intent.id, intent.client_secret!)
  await unlessRefused(stripe.invoices.pay(bill.id!, { payment_method: 'pm_card_visa' }))
}

async function customerOf({ deps }: Simulation, owner: string): Promise<string | undefined> {
  const row = await deps.db
    .selectFrom('providerCustomers')
    .select('id')
    .where('ownerId', '=', owner)
    .executeTakeFirst()
  return row?.id
}

/** What administrators gave away, in cents. */
export function goodwillIn(booked: readonly Stripe.CustomerBalanceTransaction[]): number {
  return booked
    .filter(({ description }) => description === GOODWILL)
    .reduce((sum, { amount }) => sum - amount, 0)
}
