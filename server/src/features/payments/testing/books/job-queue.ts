import type { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import type { Job, Jobs } from '#platform/jobs/jobs.ts'
import type { Transactions } from './transactions.ts'

const MAX_ATTEMPTS = 8

type Waiting = { job: Job; data: unknown; key: string | undefined; attempt: number; dueAt: number }

/**
 * An in-memory queue that runs jobs on demand, except `silent` ones, which only send notifications. As in the real one,
 * jobs wait for their transaction to commit, and those with a key that's taken are dropped.
 */
export function jobQueue(
  jobs: Jobs,
  silent: readonly string[],
  now: () => Date,
  { onCommit }: Pick<Transactions, 'onCommit'>,
) {
  let waiting: Waiting[] = []

  const isTaken = ({ job, key }: Waiting): boolean => {
    const { policy } = job.options
    const same = waiting.filter((other) => other.job.name === job.name && other.key === key)
    if (policy === 'exclusive') return same.length > 0
    return policy === 'short' && same.some(({ attempt }) => attempt === 1)
  }
  const queue: Jobs = {
    ...jobs,
    enqueue: async <Schema extends z.ZodType>(
      db: Deps['db'],
      job: Job<Schema>,
      data: z.input<Schema>,
      { startAfter, singletonKey: key }: { startAfter?: Date; singletonKey?: string } = {},
    ) => {
      if (silent.includes(job.name)) return
      // Jobs compute it from the real clock.
      const delayMs = startAfter ? Math.max(0, +startAfter - Date.now()) : 0
      const one = { job: job as unknown as Job, data, key, attempt: 1, dueAt: +now() + delayMs }
      onCommit(db, () => {
        if (!isTaken(one)) waiting.push(one)
      })
    },
  }
  const runAll = async (deps: Deps): Promise<void> => {
    for (;;) {
      const one = waiting.find(({ dueAt }) => dueAt <= +now())
      if (!one) return
      waiting = waiting.filter((other) => other !== one)
      const { job, data, attempt } = one
      const isLast = attempt === MAX_ATTEMPTS
      const run = { id: 'simulated', attempt, isLast, signal: new AbortController().signal }
      try {
        await job.handler(deps, job.schema.parse(data), run)
      } catch (error) {
        if (isLast) throw error
        const delayMs = (job.options.retryDelaySeconds ?? 0) * 1000
        waiting.push({ ...one, attempt: attempt + 1, dueAt: +now() + delayMs })
      }
    }
  }
  return { queue, runAll }
}
