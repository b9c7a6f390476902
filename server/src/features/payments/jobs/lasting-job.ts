import type { z } from 'zod'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob, type Job, type Run } from '#platform/jobs/jobs.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { describeBuyer, resolveAlert } from '../alerts/store.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'

type Task = Readonly<{
  /** What the job does, such as `cancel a renewal`. */
  what: string
  /** What administrators can do instead. */
  instead: string
  /** What it's about: one of these. */
  user?: string
  payment?: string
  intent?: string
  subscription?: string
}>

/** An hour of short delays, then twelve days of hourly ones. The queue deletes jobs after 14 days. */
const LASTING = { retries: 300, retryDelaySeconds: 30 }
/** The first attempt after a day of them. */
const DAY_LATER = 31

/**
 * Defines a job that must be done even after a long outage. Administrators get an alert after a day, which ends once the job
 * succeeds, and another if it gives up.
 */
export function defineLastingJob<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  handler: Job<Schema>['handler'],
  taskOf: (data: z.output<Schema>) => Task,
  options: Pick<Job['options'], 'policy' | 'retryDelaySeconds'> = {},
): Job<Schema> {
  return defineJob(
    name,
    schema,
    async (deps, data, run) => {
      try {
        await handler(deps, data, run)
      } catch (error) {
        if (run.isLast || run.attempt === DAY_LATER) await alertFailing(deps, name, taskOf(data), run)
        throw error
      }
      // Ends the alert that said we'd keep trying.
      if (run.attempt > DAY_LATER)
        await resolveAlert(deps.db, { kind: 'gaveUp', subject: subjectOf(name, taskOf(data)) }, deps.now())
    },
    { ...LASTING, ...options },
  )
}

function subjectOf(job: string, { user, payment, intent, subscription = '' }: Task): string {
  return `${job} ${user ?? payment ?? intent ?? subscription}`
}

async function alertFailing(
  deps: PaymentDeps,
  job: string,
  task: Task,
  { isLast }: Pick<Run, 'isLast'>,
): Promise<void> {
  const { what, instead, user, payment: paymentId, intent, subscription = '' } = task
  const payment =
    paymentId !== undefined
      ? await store.findById(deps.db, paymentId)
      : intent !== undefined
        ? await store.findByIntent(deps.db, intent)
        : await store.findCurrentBill(deps.db, subscription)
  const aboutIntent = payment?.providerIntentId ?? intent
  const buyer = await store.findBuyer(deps.db, user ?? null)
  const customer = buyer?.email ?? (payment ? describeBuyer(payment) : 'A customer')
  const tried = `${customer}: we’ve tried for ${isLast ? 'twelve days' : 'a day'} to ${what}. The server’s log says why we couldn’t.`
  await inTransaction(deps.db, (db) =>
    raiseAlert(deps, db, {
      kind: 'gaveUp',
      subject: subjectOf(job, task),
      message: `${tried} ${isLast ? instead : 'We’ll keep trying for eleven more days.'}`,
      ...(aboutIntent ? { intent: aboutIntent } : { user: user ?? payment?.ownerId ?? null }),
    }),
  )
}
