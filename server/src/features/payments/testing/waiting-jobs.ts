import type { Stripe } from 'stripe'
import type { Job, Jobs } from '#platform/jobs/jobs.ts'
import type { PayingServer } from '#testing/paying.ts'
import { handleEvent } from '../webhook/handle-event.ts'

export type WaitingJob = { job: Job; data: unknown }

/** Handles the events of what happens meanwhile. @returns the jobs that they enqueue, which don't run. */
export async function collectJobs(server: PayingServer, happen: () => Promise<void>): Promise<WaitingJob[]> {
  const events: Stripe.Event[] = []
  const waiting: WaitingJob[] = []
  const enqueue: Jobs['enqueue'] = async (_db, job, data) =>
    void waiting.push({ job: job as unknown as Job, data })
  server.setEventsLost(true)
  const stop = server.standIn.onEvent((event) => void events.push(event))
  await happen()
  stop()
  server.setEventsLost(false)
  const deps = { ...server.deps, jobs: { ...server.deps.jobs, enqueue } }
  for (const event of events) await handleEvent(deps, event)
  return waiting
}

/** Runs jobs one after the other. */
export async function runJobs(server: PayingServer, jobs: readonly WaitingJob[]): Promise<void> {
  const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  for (const { job, data } of jobs) await job.handler(server.deps, job.schema.parse(data), run)
  await server.standIn.webhooksSettled()
}
