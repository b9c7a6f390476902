import { formatCents } from '@docketbox/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob, type Job } from '#platform/jobs/jobs.ts'
import { defineLastingJob } from '../../jobs/lasting-job.ts'
import { retryInOutage } from '../../jobs/retry-in-outage.ts'
import * as store from '../../store.ts'
import { refundOwed, tomorrow } from './refund-owed.ts'

const schema = z.object({
  payment: z.uuid(),
  amountCents: z.int().min(1),
  why: z.enum(['ungranted', 'covered', 'boughtAgain', 'older']).default('ungranted'),
  /** Of the job that first tried it, so that both find what the other has refunded. */
  key: z.string().optional(),
  tries: z.int().default(0),
  refusals: z.int().default(0),
  /** How many refunds of the payment had failed: the months came back, and may be covered again. */
  turn: z.int().default(0),
  /** Jobs of an earlier version have none. */
  requestedAt: z.coerce.date<Date | string>().optional(),
})
type Schema = typeof schema

const handler: Job<Schema>['handler'] = async (deps, part) => {
  const payment = await store.findById(deps.db, part.payment)
  if (!payment?.providerIntentId) return
  const intent = payment.providerIntentId
  const refund = { payment_intent: intent, amount: part.amountCents, reason: 'duplicate' } as const
  const key = keyOf(part)
  // Winning an appeal about an older plan returns its unused time anyway.
  const waitsForAppeal = part.why !== 'older'
  const make = async () => {
    const made = await refundOwed(deps, refund, { ...part, key, waitsForAppeal })
    if (typeof made !== 'number') await requestRefund(deps, deps.db, { ...part, ...made }, tomorrow())
  }
  await retryInOutage(deps, make, { job: refundPart, data: part, singletonKey: key })
}

/** Refunds part of a payment: months that couldn't be granted, were bought again, or that a subscription covers. */
export const refundPart: Job<Schema> = defineLastingJob(
  'payments.refundPart',
  schema,
  handler,
  ({ payment, amountCents }) => ({
    payment,
    what: `refund the ${formatCents(amountCents)} that we owe them`,
    instead: 'In Stripe’s Dashboard, check what was refunded, and refund the rest.',
  }),
  { retryDelaySeconds: 60, policy: 'short' },
)

/** Jobs that an earlier version enqueued. */
export const refundUngranted = defineJob('payments.refundUngranted', schema, handler, { retries: 20 })

/** Requests a refund once, however often it is asked for. */
export async function requestRefund(
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  db: Db,
  part: z.input<Schema>,
  options: { startAfter?: Date } = {},
): Promise<void> {
  const singletonKey = keyOf(schema.parse(part))
  await jobs.enqueue(db, refundPart, { requestedAt: now(), ...part }, { ...options, singletonKey })
}

/**
 * What we owe of a payment but couldn't refund yet, for example because it was disputed, in cents. A job that was
 * interrupted once it had queued its next try counts once.
 */
export async function sumWaitingRefunds(db: Db, payment: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::int as cents from (
      select distinct singleton_key, (data ->> 'amountCents')::int as cents from pgboss.job
      where name = ${refundPart.name} and state <= 'active' and data ->> 'payment' = ${payment}
    ) refunds
  `.execute(db)
  return rows[0]!.cents
}

function keyOf({ key, why, payment, amountCents, turn }: z.output<Schema>): string {
  return key ?? `${why}-${payment}-${amountCents}${turn > 0 ? `-turn-${turn}` : ''}`
}
