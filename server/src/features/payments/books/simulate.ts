import type { Actor } from '#platform/security/actor.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { PayingServer } from '#testing/paying.ts'
import { closeAbandonedPayments } from '../checkout/close-payment.ts'
import { showCustomerCredit } from '../credit-refunds/limits.ts'
import { refundCredit } from '../credit-refunds/request.ts'
import { refundPayment } from '../refunds/admin.ts'
import { handleMissedEvents } from '../webhook/reconciliation.ts'
import { act } from './customer.ts'
import { badConnection } from './delivery.ts'
import { jobQueue } from './job-queue.ts'
import { randomFrom } from './random.ts'
import { type Movement, stripeBooks } from './stripe-books.ts'

const DAY_MS = 86_400_000
/** Of acting, of an administrator's refund, and of a refund of credit: of each customer, each day. */
const ACTING = 0.05
const REFUNDED = 0.004
const CREDIT_REFUNDED = 0.02
/** Reconciliation failed in the nights between. */
const RECONCILED_EVERY_DAYS = 3
/** Debits, refunds and disputes are settled by then. */
const LAST_DAYS = 20
const silent = ['mail', 'payments.sendInvoice', 'payments.sendAdjustmentNote']
const nightly = { id: 'nightly', attempt: 1, isLast: true, signal: new AbortController().signal }

type Size = { seed: number; customers: number; days: number }

/**
 * Customers who buy, change, cancel and are refunded at random for some days, while events arrive in any order, twice
 * or never; then everything arrives.
 * @returns the customers, and what really moved at Stripe by payment intent.
 */
export async function simulate(
  server: PayingServer,
  { seed, customers, days }: Size,
): Promise<{ owners: string[]; movements: Map<string, Movement> }> {
  const random = randomFrom(seed)
  const { queue, runAll } = jobQueue(server.deps.jobs, silent)
  const mail = { ...server.deps.mail, queue: async () => undefined }
  const deps: Deps = { ...server.deps, jobs: queue, mail }
  const books = stripeBooks()
  const { receive, deliver } = badConnection(deps, random)
  const stop = server.standIn.onEvent((event) => {
    books.note(event)
    receive(event)
  })
  const admin = await server.addUser(`refunder-${seed}@example.com`, { role: 'Admin' })
  const owners: string[] = []
  for (let number = 0; number < customers; number++)
    owners.push((await server.addUser(`seed-${seed}-${number}@example.com`)).id)

  const catchUp = async () => {
    await deliver()
    await runAll(deps)
  }
  for (let day = 1; day <= days + LAST_DAYS; day++) {
    await server.passTo(new Date(+deps.now() + DAY_MS))
    await catchUp()
    if (day <= days) {
      for (const owner of random.shuffled(owners)) {
        if (random.chance(ACTING)) await act(deps, server, random, owner)
        if (random.chance(REFUNDED)) await refundOne(deps, admin, random, owner)
        if (random.chance(CREDIT_REFUNDED)) await payBackCredit(deps, admin, random, owner)
      }
    }
    await catchUp()
    await closeAbandonedPayments.handler(deps, {}, nightly)
    if (day % RECONCILED_EVERY_DAYS === 0) await handleMissedEvents(deps)
  }
  do await catchUp()
  while ((await handleMissedEvents(deps)) > 0)
  await catchUp()
  stop()
  return { owners, movements: books.movements() }
}

/** All or part of a customer's credit. */
async function payBackCredit(
  deps: Deps,
  { id, role }: { id: string; role: Actor['role'] },
  random: ReturnType<typeof randomFrom>,
  ownerId: string,
): Promise<void> {
  const { creditCents, refundableCents } = await showCustomerCredit(deps, ownerId)
  if (refundableCents === 0) return
  const amountCents = random.chance(0.5) ? refundableCents : 1 + random.below(refundableCents)
  try {
    const body = { amountCents, creditCents, reason: 'Simulated' }
    await refundCredit(deps, { id, role } as Actor, ownerId, body)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function refundOne(
  deps: Deps,
  { id, role }: { id: string; role: Actor['role'] },
  random: ReturnType<typeof randomFrom>,
  ownerId: string,
): Promise<void> {
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
    await refundPayment(deps, { id, role } as Actor, payment.id, { reason: 'Simulated', ...part })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
