import type { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import type { Job } from './jobs.ts'

const SINGLETON_KEY = 'requested'

/** @returns a function that requests a job, at most once in `delayMs` and without delaying the caller. */
export function delayedRequest(
  { db, jobs, log }: Pick<Deps, 'db' | 'jobs' | 'log'>,
  job: Job<z.ZodObject<Record<never, never>>>,
  { delayMs = 1_000 } = {},
): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs
        .enqueue(db, job, {}, { singletonKey: SINGLETON_KEY })
        .catch((err: unknown) => log.warn({ err, job: job.name }, 'a job could not be requested'))
    }, delayMs).unref()
  }
}
