import {
  type Output,
  type ReadingProgress,
  type receiptEndpoints,
  receiptRefusals,
} from '@docketbox/contract'
import { cancelReadings, countReadings, countWaiting, isReadable, requestReadings } from '#features/reading'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { currentFiles, findReceipt } from '../store.ts'
import { wakeReader } from './run.ts'
import { countUnread, unreadFiles } from './store.ts'

type RequestDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'reader'>

/**
 * Reads the files of a receipt again. Until that's done, what was read before stays.
 * @returns how many files wait.
 * @throws Refusal when the receipt doesn't exist or is in the bin.
 */
export async function readAgain(
  deps: RequestDeps,
  { ownerId }: Scope,
  id: string,
): Promise<{ waiting: number }> {
  const receipt = await findReceipt(deps.db, ownerId, id)
  if (!receipt) throw new Refusal(receiptRefusals.notFound)
  if (receipt.deletedAt) throw new Refusal(receiptRefusals.inTrash)
  const files = (await currentFiles(deps.db, ownerId, id)).filter(isReadable)
  await requestReadings(deps.db, ownerId, files.map(pickFile), { at: deps.now(), priority: 'now' })
  if (files.length > 0) await wakeReader(deps)
  return { waiting: files.length }
}

/** Reads all files of receipts that were never read, after those that anyone waits for. */
export async function readAll(deps: RequestDeps, scope: Scope): Promise<ReadingProgress> {
  const files = await unreadFiles(deps.db, scope.ownerId)
  await requestReadings(deps.db, scope.ownerId, files, { at: deps.now(), priority: 'later' })
  if (files.length > 0) await wakeReader(deps)
  return readingProgress(deps, scope)
}

/** Stops reading all receipts; those that anyone waits for are still read. */
export async function stopReading(
  { db, now, reader }: Pick<Deps, 'db' | 'now' | 'reader'>,
  scope: Scope,
): Promise<ReadingProgress> {
  await cancelReadings(db, scope.ownerId, now())
  return readingProgress({ db, reader }, scope)
}

export async function readingProgress(
  { db, reader }: Pick<Deps, 'db' | 'reader'>,
  { ownerId }: Scope,
): Promise<ReadingProgress> {
  const [counts, status] = await Promise.all([countReadings(db, ownerId), reader.status()])
  const countOf = (state: string) => counts.find((row) => row.state === state)?.count ?? 0
  const waiting = countOf('waiting')
  return {
    isOn: status === 'ready',
    waiting,
    done: countOf('done'),
    failed: countOf('failed'),
    // The slowest count: not each time someone asks how far reading is.
    unread: waiting > 0 ? 0 : await countUnread(db, ownerId),
  }
}

export async function readingStatus(
  { db, reader }: Pick<Deps, 'db' | 'reader'>,
  { ownerId }: Scope,
): Promise<Output<typeof receiptEndpoints.readingStatus>> {
  const [waiting, status] = await Promise.all([countWaiting(db, ownerId), reader.status()])
  return { isOn: status === 'ready', waiting }
}

function pickFile({ sha256, type }: { sha256: Buffer; type: string }) {
  return { sha256, type }
}
