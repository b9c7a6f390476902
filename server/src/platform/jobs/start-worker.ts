import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Deps } from '#platform/config/deps.ts'
import type { Job, Run } from './jobs.ts'

/** Runs a kind of job in this process, as soon as one is queued. */
export async function startWorker(boss: PgBoss, job: Job, deps: Deps, pollSeconds: number): Promise<void> {
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: Math.min(pollSeconds, 2),
    notifyPollingIntervalSeconds: pollSeconds,
    ...(job.options.isGrouped && { groupConcurrency: 1 }),
  } as const
  const id: string = await boss.work<unknown, void, typeof options>(job.name, options, async ([next]) => {
    try {
      await runOnce(job, deps, next!)
    } finally {
      // One notification may announce many jobs: poll again before sleeping.
      boss.notifyWorker(id)
    }
  })
}

async function runOnce(job: Job, deps: Deps, next: JobWithMetadata<unknown>): Promise<void> {
  const { id, data, signal, retryCount, retryLimit } = next
  const run: Run = { id, attempt: retryCount + 1, isLast: retryCount >= retryLimit, signal }
  try {
    const work = () => job.handler(deps, job.schema.parse(data ?? {}), run)
    await (deps.tracing ? deps.tracing.traceJob(job.name, work) : work())
  } catch (error) {
    const facts = { job: job.name, id, attempt: run.attempt, err: error }
    if (run.isLast) deps.log.error(facts, 'a job failed permanently')
    else deps.log.warn(facts, 'a job failed and will be retried')
    throw error
  }
}
