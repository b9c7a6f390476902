import type { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import type { Job, Jobs } from '#platform/jobs/jobs.ts'

const MAX_ATTEMPTS = 8

/** A queue in memory, whose jobs run when asked to; those that only tell people something don't. */
export function jobQueue(jobs: Jobs, silent: readonly string[]) {
  let waiting: { job: Job; data: unknown; attempt: number }[] = []
  const queue: Jobs = {
    ...jobs,
    enqueue: async <Schema extends z.ZodType>(_: unknown, job: Job<Schema>, data: z.input<Schema>) => {
      if (!silent.includes(job.name)) waiting.push({ job: job as unknown as Job, data, attempt: 1 })
    },
  }
  const runAll = async (deps: Deps): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      for (const { job, data, attempt } of batch) {
        const isLast = attempt === MAX_ATTEMPTS
        const run = { id: 'simulated', attempt, isLast, signal: new AbortController().signal }
        try {
          await job.handler(deps, job.schema.parse(data), run)
        } catch (error) {
          if (isLast) throw error
          waiting.push({ job, data, attempt: attempt + 1 })
        }
      }
    }
  }
  return { queue, runAll }
}
