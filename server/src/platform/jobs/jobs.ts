import type pg from 'pg'
import { type JobWithMetadata, PgBoss, type QueuePolicy } from 'pg-boss'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { overKysely, overPool } from './job-database.ts'
import type { Log } from '#platform/config/log.ts'

/** What a handler may know about the run it is in. */
export type Run = Readonly<{
  /** The same in every attempt. */
  id: string
  /** 1 for the first. */
  attempt: number
  /** Whether a failure now is final. */
  isLast: boolean
  /** Aborted when the process stops or the time is over. */
  signal: AbortSignal
}>

type Options = Readonly<{
  /** Further attempts after the first. They wait `retryDelaySeconds`, doubling each time, up to an hour. */
  retries?: number
  retryDelaySeconds?: number
  /** A run that takes longer counts as failed. */
  timeoutSeconds?: number
  /** How many runs one process has at a time. */
  concurrency?: number
  /**
   * With a `singletonKey` per job: `short` keeps one waiting, `exclusive` one waiting or running.
   * Further ones are dropped silently.
   */
  policy?: Extract<QueuePolicy, 'standard' | 'short' | 'exclusive'>
  /** Cron expression in Melbourne time. The data of a scheduled job is `{}`. Missed while down: run once. */
  cron?: string
  /** How long a finished job is kept for looking at. */
  keepSeconds?: number
}>

/** Something to do outside of a request, as a value: slices define them, the app gathers them. */
export type Job<Schema extends z.ZodType = z.ZodType> = Readonly<{
  name: string
  schema: Schema
  handler(deps: Deps, data: z.output<Schema>, run: Run): Promise<void>
  options: Options
}>

/**
 * Defines a job. It may run more than once (a process can die between the work and the note that it
 * was done), so the handler must not mind.
 * @param name stable: jobs of an earlier version may still wait under it.
 */
export function defineJob<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  handler: Job<Schema>['handler'],
  options: Options = {},
): Job<Schema> {
  return { name, schema, handler, options }
}

type EnqueueOptions = Readonly<{ singletonKey?: string; startAfter?: Date }>

export type Jobs = Readonly<{
  /** Puts a job in line as part of the transaction `db`: it runs if and only if that commits. */
  enqueue<Schema extends z.ZodType>(
    db: Db,
    job: Job<Schema>,
    data: z.input<Schema>,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Starts working off jobs in this process. */
  work(deps: Deps): Promise<void>
  /** Lets running handlers finish (at most `graceMs`), then closes. What is cut off runs again later. */
  stop(graceMs?: number): Promise<void>
}>

type Settings = Readonly<{
  url: string
  pool: pg.Pool
  log: Log
  /** Every job there is: a job that is not listed can neither be enqueued nor worked off. */
  jobs: readonly Job[]
  /** How often to look for work that no notification announced: retries, later starts. */
  pollSeconds?: number
  /** How often to look for work whose process died. */
  rescueSeconds?: number
}>

const schema = 'pgboss'
/** A process at work says so twice within this time, or it counts as dead. */
const heartbeatSeconds = 15
const timeZone = 'Australia/Melbourne'

/** Opens the queue in the product's own Postgres, making or updating its tables first. */
export async function openJobs({
  url,
  pool,
  log,
  jobs,
  pollSeconds = 10,
  rescueSeconds = 15,
}: Settings): Promise<Jobs> {
  const sender = new PgBoss({ db: overPool(pool), schema, supervise: false, schedule: false })
  watch(sender, log)
  await sender.start()
  await prepareQueues(sender, jobs)
  let worker: PgBoss | undefined

  async function enqueue<Schema extends z.ZodType>(
    db: Db,
    { name, schema: shape, options: { policy } }: Job<Schema>,
    data: z.input<Schema>,
    { singletonKey, startAfter }: EnqueueOptions = {},
  ): Promise<void> {
    if (isKeyed(policy) !== (singletonKey !== undefined)) {
      throw new Error(
        `Job ${name}: a singletonKey belongs to the policies short and exclusive, and to them always.`,
      )
    }
    await sender.send(name, shape.parse(data) as object, {
      db: overKysely(db),
      ...(singletonKey !== undefined && { singletonKey }),
      ...(startAfter && { startAfter }),
    })
  }

  async function work(deps: Deps): Promise<void> {
    worker = new PgBoss({
      connectionString: url,
      max: 3,
      schema,
      migrate: false,
      useListenNotify: true,
      superviseIntervalSeconds: rescueSeconds,
      monitorIntervalSeconds: rescueSeconds,
    })
    watch(worker, log)
    await worker.start()
    for (const job of jobs) {
      for (let i = 0; i < (job.options.concurrency ?? 1); i++)
        await startWorker(worker, job, deps, pollSeconds)
    }
    await keepSchedules(worker, jobs)
  }

  async function stop(graceMs = 8_000): Promise<void> {
    if (worker) {
      const atOnce = jobs.map(({ name }) => worker!.offWork(name))
      await Promise.race([
        Promise.all(atOnce),
        new Promise((resolve) => setTimeout(resolve, graceMs).unref()),
      ])
      await worker.stop({ graceful: false })
    }
    await sender.stop({ graceful: false })
  }

  return { enqueue, work, stop }
}

function isKeyed(policy: Options['policy']): boolean {
  return policy === 'short' || policy === 'exclusive'
}

function watch(boss: PgBoss, log: Log): void {
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
}

/** Makes the queues that are missing and brings the others to their present options. */
async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, options } of jobs) {
    const { policy = 'standard', keepSeconds = 24 * 60 * 60 } = options
    const wanted = {
      notify: true,
      retryLimit: options.retries ?? 5,
      retryDelay: options.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: 60 * 60,
      expireInSeconds: options.timeoutSeconds ?? 300,
      heartbeatSeconds,
      deleteAfterSeconds: keepSeconds,
    }
    const queue = present.get(name)
    if (!queue) await boss.createQueue(name, { ...wanted, policy })
    else if (queue.policy !== policy) throw new Error(`Job ${name}: a policy cannot change; take a new name.`)
    else if (Object.entries(wanted).some(([key, value]) => queue[key as keyof typeof wanted] !== value)) {
      await boss.updateQueue(name, wanted)
    }
  }
}

async function startWorker(boss: PgBoss, job: Job, deps: Deps, pollSeconds: number): Promise<void> {
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: Math.min(pollSeconds, 2),
    notifyPollingIntervalSeconds: pollSeconds,
  } as const
  const id: string = await boss.work<unknown, void, typeof options>(job.name, options, async ([found]) => {
    try {
      await runOnce(job, deps, found!)
    } finally {
      // One notification may announce many jobs: look again before going to sleep.
      boss.notifyWorker(id)
    }
  })
}

async function runOnce(job: Job, deps: Deps, found: JobWithMetadata<unknown>): Promise<void> {
  const { id, data, signal, retryCount, retryLimit } = found
  const run: Run = { id, attempt: retryCount + 1, isLast: retryCount >= retryLimit, signal }
  try {
    await job.handler(deps, job.schema.parse(data ?? {}), run)
  } catch (error) {
    const facts = { job: job.name, id, attempt: run.attempt, err: error }
    if (run.isLast) deps.log.error(facts, 'a job failed for good')
    else deps.log.warn(facts, 'a job failed and will be tried again')
    throw error
  }
}

async function keepSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = jobs.filter(({ options }) => options.cron !== undefined)
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.some((job) => job.name === name)) await boss.unschedule(name)
  }
  for (const { name, schema: shape, options } of scheduled) {
    shape.parse({})
    const key = isKeyed(options.policy) ? { singletonKey: 'scheduled' } : {}
    await boss.schedule(name, options.cron!, {}, { tz: timeZone, missed: 'once', ...key })
  }
}
