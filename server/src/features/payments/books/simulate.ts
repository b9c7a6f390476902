import type { Deps } from '#platform/config/deps.ts'
import type { Actor } from '#platform/security/actor.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { PayingServer } from '#testing/paying.ts'
import { closeAbandonedPayments } from '../checkout/close-payment.ts'
import { showCustomerCredit } from '../credit-refunds/limits.ts'
import { refundCredit } from '../credit-refunds/request.ts'
import { createPromotion } from '../promotions/promotions.ts'
import { refundPayment } from '../refunds/admin.ts'
import { handleMissedEvents } from '../webhook/reconciliation.ts'
import { otherEvents } from './at-stripe.ts'
import { act } from './customer.ts'
import { badConnection } from './delivery.ts'
import { jobQueue } from './job-queue.ts'
import { type Random, randomFrom } from './random.ts'
import { stripeBooks } from './stripe-books.ts'

const DAY_MS = 86_400_000
/** Of acting, of an administrator's refund, and of a refund of credit: of each customer, each day. */
const ACTING = 0.03
const REFUNDED = 0.003
const CREDIT_REFUNDED = 0.002
/** Of the next customer acting in the same second, and of events arriving before the next one acts. */
const SAME_SECOND = 0.3
const ARRIVED = 0.5
/** Reconciliation failed in the nights between. */
const RECONCILED_EVERY_DAYS = 3
/** Debits, refunds and retried renewals are settled by then. */
const LAST_DAYS = 20
const silent = ['mail', 'payments.sendInvoice', 'payments.sendAdjustmentNote']
const nightly = { id: 'nightly', attempt: 1, isLast: true, signal: new AbortController().signal }

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
  left: Map<string, { url?: string; clientSecret?: string }>
  suspended: Set<string>
}

/**
 * Customers who buy, change, cancel and are refunded or dispute at random for some days, while events arrive in any
 * order, twice or never; then everything arrives.
 */
export async function simulate(
  server: PayingServer,
  { seed, customers, days }: Size,
): Promise<Pick<Simulation, 'owners' | 'books'>> {
  const random = randomFrom(seed)
  const { queue, runAll } = jobQueue(server.deps.jobs, silent, server.deps.now)
  const mail = { ...server.deps.mail, queue: async () => undefined }
  const deps: Deps = { ...server.deps, jobs: queue, mail }
  const books = stripeBooks()
  const { receive, deliver } = badConnection(deps, random)
  const stop = server.standIn.onEvent((event) => {
    books.note(event)
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
    left: new Map(),
    suspended: new Set(),
  }
  simulation.codes = await createCodes(simulation)

  const catchUp = async () => {
    await deliver()
    await runAll(deps)
  }
  for (let day = 1; day <= days + LAST_DAYS; day++) {
    const midnight = +server.deps.now() + DAY_MS
    if (day <= days) await customersAct(simulation, midnight, catchUp)
    await server.passTo(new Date(midnight))
    await catchUp()
    if (day <= days) await otherEvents(simulation)
    await closeAbandonedPayments.handler(deps, {}, nightly)
    if (day % RECONCILED_EVERY_DAYS === 0) await handleMissedEvents(deps)
  }
  do await catchUp()
  while ((await handleMissedEvents(deps)) > 0)
  await catchUp()
  stop()
  return { owners, books }
}

/** One day of customers and administrators, in any order, before midnight. */
async function customersAct(
  simulation: Simulation,
  midnight: number,
  catchUp: () => Promise<void>,
): Promise<void> {
  const { server, random, owners, suspended } = simulation
  const acting = owners.filter((owner) => random.chance(ACTING) && !suspended.has(owner))
  const refunded = owners.filter(() => random.chance(REFUNDED))
  const paidBack = owners.filter(() => random.chance(CREDIT_REFUNDED))
  const steps = random.shuffled([
    ...acting.map((owner) => () => act(simulation, owner)),
    ...refunded.map((owner) => () => refundOne(simulation, owner)),
    ...paidBack.map((owner) => () => payBackCredit(simulation, owner)),
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

async function createCodes({ deps, admin }: Simulation): Promise<string[]> {
  const discounts = [{ percentOff: 20 }, { percentOff: 95 }, { percentOff: 100 }, { amountOffCents: 200 }]
  const codes: string[] = []
  for (const [at, discount] of discounts.entries()) {
    const { code } = await createPromotion(deps, admin, { code: `CODE-${at}`, ...discount })
    codes.push(code)
  }
  return codes
}

/** An administrator pays back a customer's credit, or part of it. */
async function payBackCredit({ deps, admin, random }: Simulation, ownerId: string): Promise<void> {
  const { creditCents, refundableCents } = await showCustomerCredit(deps, ownerId)
  if (refundableCents === 0) return
  const amountCents = random.chance(0.5) ? refundableCents : 1 + random.below(refundableCents)
  try {
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
