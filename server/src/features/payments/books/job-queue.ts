import type { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import type { Job, Jobs } from '#platform/jobs/jobs.ts'

const MAX_ATTEMPTS = 8

/** An in-memory queue that runs jobs on demand, except `silent` ones, which only send notifications. */
export function jobQueue(jobs: Jobs, silent: readonly string[], now: () => Date) {
  let waiting: { job: Job; data: unknown; attempt: number; dueAt: number }[] = []
  const queue: Jobs = {
    ...jobs,
    enqueue: async <Schema extends z.ZodType>(
      _: unknown,
      job: Job<Schema>,
      data: z.input<Schema>,
      { startAfter }: { startAfter?: Date } = {},
    ) => {
      // Jobs compute it from the real clock.
      const delayMs = startAfter ? Math.max(0, +startAfter - Date.now()) : 0
      if (!silent.includes(job.name))
        waiting.push({ job: job as unknown as Job, data, attempt: 1, dueAt: +now() + delayMs })
    },
  }
  const runAll = async (deps: Deps): Promise<void> => {
    for (;;) {
      const batch = waiting.filter(({ dueAt }) => dueAt <= +now())
      if (batch.length === 0) return
      waiting = waiting.filter((one) => !batch.includes(one))
      for (const { job, data, attempt } of batch) {
        const isLast = attempt === MAX_ATTEMPTS
        const run = { id: 'simulated', attempt, isLast, signal: new AbortController().signal }
        try {
          await job.handler(deps, job.schema.parse(data), run)
        } catch (error) {
          if (isLast) throw error
          waiting.push({ job, data, attempt: attempt + 1, dueAt: +now() })
        }
      }
    }
  }
  return { queue, runAll }
}
