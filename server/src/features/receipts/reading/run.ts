import { sydneyDay } from '@docketbox/contract'
import { z } from 'zod'
import {
  completeReading,
  failReading,
  isAnotherOwnerWaiting,
  keepReading,
  nextLeaseEnd,
  nextOutdated,
  nextReading,
  type ReadingTask,
  releaseReading,
  renewLease,
} from '#features/reading'
import type { Deps } from '#platform/config/deps.ts'
import { isDataException } from '#platform/database/errors.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { delayedRequest } from '#platform/jobs/delayed-request.ts'
import { isUnreadable } from '#platform/storage/file-store.ts'
import { type FileReading, ReadingFailed } from '#platform/storage/reader.ts'
import { applyReadings } from './apply.ts'
import { keepCertain } from './keep-certain.ts'
import { receiptsWith } from './store.ts'

/** Short, because a user waits for the reading. */
const REQUEST_DELAY_MS = 100
/** Most files take less; others may have to give way. */
const LONG_MS = 8_000
const CHECK_INTERVAL_MS = 1_000
/** Several times within a lease, because one attempt may fail. */
const RENEWAL_MS = 10_000

type ReadDeps = Pick<Deps, 'db' | 'files' | 'now' | 'log' | 'reader' | 'jobs'>

/** Reads waiting files soon after an upload; the schedule catches what a crash left behind. */
export const readFiles = defineJob(
  'receipts.read',
  z.strictObject({}),
  (deps, _, { signal }) => readWaiting(deps, signal),
  { policy: 'short', cron: '* * * * *', timeoutSeconds: 3600, retries: 2 },
)

/** Wakes the job that reads files. */
export function wakeReader({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  return jobs.enqueue(db, readFiles, {}, { singletonKey: 'waiting' })
}

/** @returns a function that wakes it for many uploads at once. */
export function readingRequests(deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'reader'>): () => void {
  const request = delayedRequest(deps, readFiles, { delayMs: REQUEST_DELAY_MS })
  return () => void deps.reader.status().then((status) => status === 'ready' && request())
}

/**
 * Reads files, one of each owner in turn, until none waits or `signal` aborts. Last come those that an earlier version of
 * the reader wasn't certain about.
 * @param longMs after which a file gives way to those of others.
 * @param renewalMs how often the lease of a file is renewed.
 */
export async function readWaiting(
  deps: ReadDeps,
  signal: AbortSignal,
  { longMs = LONG_MS, renewalMs = RENEWAL_MS } = {},
): Promise<void> {
  if ((await deps.reader.status()) !== 'ready') return
  let lastOwner = NIL_UUID
  while (!signal.aborted) {
    const turn = { after: lastOwner, overBudget: deps.reader.overBudget() }
    const task =
      (await nextReading(deps.db, turn, deps.now())) ??
      (await nextOutdated(deps.db, deps.reader.version, deps.now()))
    if (!task) return lookAgain(deps)
    lastOwner = task.ownerId
    try {
      await readFile(deps, task, { longMs, renewalMs })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The product is stopping, or the file storage isn't responding.
      await releaseReading(deps.db, task)
      return
    }
  }
}

/** Looks again when the lease of a file that another process is reading expires: that process may have been killed. */
async function lookAgain({ db, jobs, now }: ReadDeps): Promise<void> {
  const startAfter = await nextLeaseEnd(db, now())
  if (startAfter) await jobs.enqueue(db, readFiles, {}, { singletonKey: 'leased', startAfter })
}

/** Aborts once a file takes long while another owner waits. */
function giveWay({ db, log, now }: ReadDeps, { ownerId }: ReadingTask, longMs: number) {
  const controller = new AbortController()
  const abortIfOthersWait = () => {
    isAnotherOwnerWaiting(db, ownerId, now()).then(
      (isWaiting) => isWaiting && controller.abort(),
      (err: unknown) => log.warn({ err }, 'it’s unknown whether others wait'),
    )
  }
  let timer = setTimeout(() => {
    abortIfOthersWait()
    timer = setInterval(abortIfOthersWait, CHECK_INTERVAL_MS)
  }, longMs)
  return { signal: controller.signal, stop: () => clearTimeout(timer) }
}

/** Keeps other processes from reading the file. @returns a function that stops it. */
function keepLease({ db, log, now }: ReadDeps, task: ReadingTask, renewalMs: number) {
  let renewal = Promise.resolve()
  const renew = () =>
    renewLease(db, task, now()).catch((err: unknown) => log.warn({ err }, 'a lease could not be renewed'))
  const timer = setInterval(() => {
    renewal = renewal.then(renew)
  }, renewalMs)
  return async () => {
    clearInterval(timer)
    await renewal
  }
}

type Times = { longMs: number; renewalMs: number }

async function readFile(deps: ReadDeps, task: ReadingTask, times: Times): Promise<void> {
  const { db, log, reader } = deps
  const sha256 = task.sha256.toString('hex')
  const fail = task.earlier === undefined ? failReading : keepReading
  let read: FileReading
  try {
    read = await readLeased(deps, task, times)
  } catch (error) {
    if (!(error instanceof ReadingFailed || isUnreadable(error))) throw error
    if (error instanceof ReadingFailed && error.reason === 'cancelled')
      return releaseReading(db, task, { isLate: task.earlier === undefined })
    log.info({ sha256, reason: error.message }, 'a file could not be read')
    return fail(db, task, reader.version)
  }
  try {
    await storeReading(deps, task, read)
  } catch (error) {
    // Throwing would stop other owners' files from being read, on every run.
    if (!isDataException(error)) throw error
    // Its message may quote the file.
    log.error({ sha256, code: error.code }, 'what a file says could not be stored')
    await fail(db, task, reader.version)
  }
}

async function readLeased(
  deps: ReadDeps,
  task: ReadingTask,
  { longMs, renewalMs }: Times,
): Promise<FileReading> {
  const { files, now, reader } = deps
  const yielding = giveWay(deps, task, longMs)
  const stopRenewing = keepLease(deps, task, renewalMs)
  try {
    return await reader.read({
      owner: task.ownerId,
      open: () => files.open(task.sha256),
      type: task.type,
      latestDay: sydneyDay(now()),
      signal: yielding.signal,
    })
  } finally {
    yielding.stop()
    await stopRenewing()
  }
}

async function storeReading(
  { db, now, reader }: ReadDeps,
  task: ReadingTask,
  { text, receipts, fields: latest }: FileReading,
): Promise<void> {
  const fields = task.earlier ? keepCertain(task.earlier, latest) : latest
  await inTransaction(db, async (db) => {
    const result = { fields, text, receipts, readAt: now(), readerVersion: reader.version }
    if (!(await completeReading(db, task, result))) return
    for (const receiptId of await receiptsWith(db, task.ownerId, task.sha256))
      await applyReadings(db, task.ownerId, receiptId)
  })
}
