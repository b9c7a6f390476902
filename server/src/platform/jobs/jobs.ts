import { HOME_TIME_ZONE } from '@docketbox/contract/core/dates'
import type pg from 'pg'
import { PgBoss, type QueuePolicy } from 'pg-boss'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { overKysely, overPool } from './job-database.ts'
import type { Log } from '#platform/config/log.ts'
import { startWorker } from './start-worker.ts'
import { clearFutureTimes } from './future-times.ts'

export type Run = Readonly<{
  /** Stays the same across attempts. */
  id: string
  /** 1 for the first. */
  attempt: number
  /** Whether a failure now is final. */
  isLast: boolean
  /** Aborted when the process stops or the run times out. */
  signal: AbortSignal
}>

type Options = Readonly<{
  /** Attempts after the first, delayed by `retryDelaySeconds`, doubling up to an hour. */
  retries?: number
  retryDelaySeconds?: number
  /** A run that takes longer fails. */
  timeoutSeconds?: number
  /** Parallel runs in one process. */
  concurrency?: number
  /** With a `group` per job: of each group, one runs at a time in all processes. The others overtake those that wait. */
  isGrouped?: boolean
  /**
   * With a `singletonKey` per job: `short` keeps one waiting, `exclusive` one waiting or running.
   * Further ones are dropped silently.
   */
  policy?: Extract<QueuePolicy, 'standard' | 'short' | 'exclusive'>
  /** Cron expression in Sydney time. Scheduled jobs have the data `{}`. Runs missed while down run once. */
  cron?: string
  /** How long finished jobs stay in the table. */
  keepSeconds?: number
}>

/** Work outside of a request: slices define jobs, the app lists them. */
export type Job<Schema extends z.ZodType = z.ZodType> = Readonly<{
  name: string
  schema: Schema
  handler(deps: Deps, data: z.output<Schema>, run: Run): Promise<void>
  options: Options
}>

/**
 * Defines a job. Handlers must be idempotent: a process can die before a run is recorded as done.
 * @param name stable: jobs of an earlier version may still be queued under it.
 */
export function defineJob<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  handler: Job<Schema>['handler'],
  options: Options = {},
): Job<Schema> {
  return { name, schema, handler, options }
}

type EnqueueOptions = Readonly<{ singletonKey?: string; startAfter?: Date; group?: string }>

/** A job that hasn't been done, as the queue stores it. */
export type WaitingJob = Readonly<{
  name: string
  data: object
  singletonKey: string | null
  startAfter: Date
}>

export type Jobs = Readonly<{
  /** Queues a job as part of the transaction `db`: it runs if and only if that commits. */
  enqueue<Schema extends z.ZodType>(
    db: Db,
    job: Job<Schema>,
    data: z.input<Schema>,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Queues jobs of a restored backup again, in the transaction of `client`; unknown ones are left out. */
  requeue(client: pg.ClientBase, jobs: readonly WaitingJob[]): Promise<void>
  /** Starts running jobs in this process. */
  work(deps: Deps): Promise<void>
  /** Waits up to `graceMs` for running handlers, then closes. Interrupted jobs run again later. */
  stop(graceMs?: number): Promise<void>
}>

type Settings = Readonly<{
  url: string
  pool: pg.Pool
  log: Log
  /** All jobs; others can't be enqueued or run. */
  jobs: readonly Job[]
  /** How often to poll for work without a notification: retries, delayed starts. */
  pollSeconds?: number
  /** How often to check for jobs whose process died. */
  rescueSeconds?: number
}>

const schema = 'pgboss'
/** A worker without a heartbeat for this long counts as dead. */
const heartbeatSeconds = 15

/** Opens the queue in the product's Postgres and creates or updates its tables. */
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
  let clockWatch: NodeJS.Timeout | undefined

  async function enqueue<Schema extends z.ZodType>(
    db: Db,
    { name, schema: shape, options: { policy, isGrouped = false } }: Job<Schema>,
    data: z.input<Schema>,
    { singletonKey, startAfter, group }: EnqueueOptions = {},
  ): Promise<void> {
    if (isKeyed(policy) !== (singletonKey !== undefined)) {
      throw new Error(
        `Job ${name}: it must have a singletonKey if its policy is short or exclusive, and mustn’t otherwise.`,
      )
    }
    if (isGrouped !== (group !== undefined))
      throw new Error(`Job ${name}: it must have a group if it’s grouped, and mustn’t otherwise.`)
    await sender.send(name, shape.parse(data) as object, {
      db: overKysely(db),
      ...(group !== undefined && { group: { id: group } }),
      ...(singletonKey !== undefined && { singletonKey }),
      ...(startAfter && { startAfter }),
    })
  }

  async function requeue(client: pg.ClientBase, waiting: readonly WaitingJob[]): Promise<void> {
    const db = overPool(client)
    for (const { name, data, singletonKey, startAfter } of waiting) {
      if (!jobs.some((job) => job.name === name)) continue
      const isLater = startAfter > new Date()
      await sender.send(name, data, {
        db,
        // The queue forgets a job two weeks after it should have started.
        ...(isLater && { startAfter }),
        ...(singletonKey !== null && { singletonKey }),
      })
    }
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
    const watchClock = () =>
      clearFutureTimes(pool).catch((err: unknown) => log.warn({ err }, 'job queue error'))
    await watchClock()
    clockWatch = setInterval(() => void watchClock(), rescueSeconds * 1000).unref()
  }

  async function stop(graceMs = 8_000): Promise<void> {
    clearInterval(clockWatch)
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

  return { enqueue, requeue, work, stop }
}

function isKeyed(policy: Options['policy']): boolean {
  return policy === 'short' || policy === 'exclusive'
}

function watch(boss: PgBoss, log: Log): void {
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'))
}

/** Creates missing queues and updates the options of the others. */
async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, options } of jobs) {
    const { policy = 'standard', keepSeconds = 24 * 60 * 60 } = options
    const settings = {
      notify: true,
      retryLimit: options.retries ?? 5,
      retryDelay: options.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: 60 * 60,
      expireInSeconds: options.timeoutSeconds ?? 300,
      heartbeatSeconds,
      deleteAfterSeconds: keepSeconds,
    }
    const queue = existing.get(name)
    if (!queue) await boss.createQueue(name, { ...settings, policy })
    else if (queue.policy !== policy)
      throw new Error(`Job ${name}: its policy can’t change. Give it a new name.`)
    else if (Object.entries(settings).some(([key, value]) => queue[key as keyof typeof settings] !== value)) {
      await boss.updateQueue(name, settings)
    }
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
    await boss.schedule(name, options.cron!, {}, { tz: HOME_TIME_ZONE, missed: 'once', ...key })
  }
}
