import { DAY_MS } from '@docketbox/contract/core/units'
import { purgeAccounts } from '#features/account'
import type { Deps } from '#platform/config/deps.ts'
import type { Actor } from '#platform/security/actor.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { PayingServer } from '#testing/paying.ts'
import { closeAbandonedPayments } from '../../months/closing/close-payment.ts'
import { showCustomerCredit } from '../../refunds/credit-refunds/limits.ts'
import { refundCredit } from '../../refunds/credit-refunds/request.ts'
import { publishAll } from '../../plans/publish-plans.ts'
import { createPromotion } from '../../promotions/create-promotion.ts'
import { refundPayment } from '../../refunds/admin.ts'
import { handleMissedEvents, reconcile } from '../../webhook/missed-events/reconciliation.ts'
import { changeAccounts } from './accounts.ts'
import { actAtStripe } from './at-stripe.ts'
import { act } from './customer.ts'
import { badConnection } from './delivery.ts'
import { refundCreditInVain } from './failed-payout.ts'
import { badClient } from './in-memory.ts'
import { jobQueue } from './job-queue.ts'
import { type Random, randomFrom } from './random.ts'
import { stripeBooks } from './stripe-books.ts'
import { watchTransactions } from './transactions.ts'

/** Probabilities for each customer and day: to act, to get a refund, and to get a refund of credit. */
const ACTING = 0.03
const REFUNDED = 0.003
const CREDIT_REFUNDED = 0.002
/** Probabilities that the next action is in the same second, and that events arrive before it. */
const SAME_SECOND = 0.3
const ARRIVED = 0.5
/** Probabilities for each day that our balance no longer covers refunds, and that it does again. */
const BALANCE_SHORT = 0.02
const BALANCE_ENOUGH = 0.1
/** As if reconciliation had failed in the nights between. */
const RECONCILED_EVERY_DAYS = 5
/** Enough for debits, refunds and retried renewals to settle. */
const LAST_DAYS = 20
const FAILED_PAYOUT_EVERY_DAYS = 3
const silent = ['mail', 'payments.sendInvoice', 'payments.sendAdjustmentNote']

export type Size = { seed: number; customers: number; days: number }

export type Simulation = {
  server: PayingServer
  /** The server's, but jobs wait in memory. */
  deps: Deps
  random: Random
  books: ReturnType<typeof stripeBooks>
  owners: string[]
  admin: Actor
  codes: string[]
  /** Pages and card forms that customers left open. */
  openPages: Map<string, { url?: string; clientSecret?: string }>
  suspended: Set<string>
  closed: Set<string>
  /** To subscribe to. */
  plans: string[]
}

/**
 * Simulates customers who buy, change, cancel, dispute and are refunded at random for some days, while events arrive in
 * any order, twice or never. At the end, everything arrives.
 */
export async function simulate(
  server: PayingServer,
  { seed, customers, days }: Size,
): Promise<Pick<Simulation, 'owners' | 'books'>> {
  const random = randomFrom(seed)
  const { db, onCommit } = watchTransactions(server.deps.db)
  const { queue, runAll } = jobQueue(server.deps.jobs, silent, server.deps.now, { onCommit })
  const mail = { ...server.deps.mail, queue: async () => undefined }
  let isBad = false
  const client = badClient(server.standIn, random, () => isBad)
  const payments = { ...server.deps.payments, client: async () => client }
  const deps: Deps = { ...server.deps, db, jobs: queue, mail, payments }
  const books = stripeBooks()
  const { receive, deliver } = badConnection(deps, random)
  const stop = server.standIn.onEvent((event) => {
    books.record(event)
    receive(event)
  })
  const { id, role } = await server.addUser('admin@example.com', { role: 'Admin' })
  const owners: string[] = []
  for (let number = 0; number < customers; number++)
    owners.push((await server.addUser(`customer-${number}@example.com`)).id)
  const simulation: Simulation = {
    server,
    deps,
    random,
    books,
    owners,
    admin: { id, role } as Actor,
    codes: [],
    openPages: new Map(),
    suspended: new Set(),
    closed: new Set(),
    plans: [server.plans.pro, server.plans.premium, await offerYear(deps)],
  }
  simulation.codes = await createCodes(simulation)

  const catchUp = async () => {
    await deliver()
    await runAll(deps)
  }
  let isShort = false
  for (let day = 1; day <= days + LAST_DAYS; day++) {
    isBad = day <= days
    if (!isBad || random.chance(isShort ? BALANCE_ENOUGH : BALANCE_SHORT)) {
      isShort = isBad && !isShort
      server.standIn.setBalanceShort(isShort)
    }
    const midnight = +server.deps.now() + DAY_MS
    if (day <= days) await simulateDay(simulation, midnight, catchUp)
    if (day <= days && day % FAILED_PAYOUT_EVERY_DAYS === 0)
      await refundCreditInVain(simulation, random.pick(activeOwners(simulation)), catchUp)
    await server.passTo(new Date(midnight))
    await catchUp()
    if (day <= days) await actAtStripe(simulation)
    if (day <= days) await changeAccounts(simulation)
    for (const job of [closeAbandonedPayments, purgeAccounts]) await queue.enqueue(db, job, {})
    if (day % RECONCILED_EVERY_DAYS === 0) await queue.enqueue(db, reconcile, {})
  }
  do await catchUp()
  while ((await handleMissedEvents(deps)) > 0)
  await catchUp()
  stop()
  return { owners, books }
}

/** Those who can log in. */
function activeOwners({ owners, suspended, closed }: Simulation): string[] {
  return owners.filter((owner) => !suspended.has(owner) && !closed.has(owner))
}

/** One day of actions by customers and administrators, in random order. */
async function simulateDay(
  simulation: Simulation,
  midnight: number,
  catchUp: () => Promise<void>,
): Promise<void> {
  const { server, random, owners } = simulation
  const acting = activeOwners(simulation).filter(() => random.chance(ACTING))
  const refunded = owners.filter(() => random.chance(REFUNDED))
  const creditRefunded = owners.filter(() => random.chance(CREDIT_REFUNDED))
  const steps = random.shuffled([
    ...acting.map((owner) => () => act(simulation, owner)),
    ...refunded.map((owner) => () => refundOne(simulation, owner)),
    ...creditRefunded.map((owner) => () => refundCreditOf(simulation, owner)),
  ])
  for (const step of steps) {
    if (!random.chance(SAME_SECOND)) {
      const now = +server.deps.now()
      await server.passTo(new Date(now + random.below((midnight - now) / steps.length)))
    }
    await step()
    if (random.chance(ARRIVED)) await catchUp()
  }
}

/** @returns the ID of a new plan, paid by the year. */
async function offerYear(deps: Deps): Promise<string> {
  const id = newId()
  const plan = { id, name: 'Year', priceCents: 4990, periodMonths: 12, position: 9, createdAt: deps.now() }
  await deps.db.insertInto('plans').values(plan).execute()
  await publishAll(deps)
  return id
}

async function createCodes({ deps, admin }: Simulation): Promise<string[]> {
  const discounts = [{ percentOff: 20 }, { percentOff: 90 }, { percentOff: 100 }, { amountOffCents: 200 }]
  const codes: string[] = []
  for (const [at, discount] of discounts.entries()) {
    const { code } = await createPromotion(deps, admin, { code: `CODE-${at}`, ...discount })
    codes.push(code)
  }
  return codes
}

/** An administrator refunds a customer's credit, in full or in part. */
async function refundCreditOf({ deps, admin, random }: Simulation, ownerId: string): Promise<void> {
  try {
    const { creditCents, refundableCents } = await showCustomerCredit(deps, ownerId)
    if (refundableCents === 0) return
    const amountCents = random.chance(0.5) ? refundableCents : 1 + random.below(refundableCents)
    await refundCredit(deps, admin, ownerId, { amountCents, creditCents, reason: 'Simulated' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** An administrator refunds a payment, in full or in part. */
async function refundOne({ deps, admin, random }: Simulation, ownerId: string): Promise<void> {
  const paid = await deps.db
    .selectFrom('payments')
    .select(['id', 'amountCents', 'refundedCents'])
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'paid')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  if (paid.length === 0) return
  const payment = random.pick(paid)
  const leftCents = payment.amountCents - payment.refundedCents
  const part = random.chance(0.5) ? { amountCents: 1 + random.below(Math.max(1, leftCents)) } : {}
  try {
    await refundPayment(deps, admin, payment.id, { reason: 'Simulated', ...part })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
