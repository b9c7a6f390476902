import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { isAbort } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { today } from '#platform/format/dates.ts'
import { product } from '#platform/page/product.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import {
  forgetKept,
  forgetOldFiles,
  keepFile,
  readKeptFile,
  protectKeptFiles,
} from '#platform/storage/kept-files.ts'
import { isUnsent } from './limits.ts'
import {
  everyonesOutgoing,
  isBeingFiled,
  outgoing,
  removeOutgoingFiles,
  updateOutgoingFile,
} from '../outgoing/list.ts'
import type { Outgoing } from '../outgoing/stored.ts'
import { setAsideOtherUpload, setAsideFiles } from '../outgoing/set-aside.ts'
import { discardDraft, uploadDraft } from './queries.ts'
import { appendFiles, everyonesPending, isBatch, pendingUpload, removeFiles, updateFile } from './store.ts'
import { type Origin, type PendingFile, UNREADABLE, waitingFile } from './upload.ts'

/** On a slow connection two files finish sooner one after the other than twenty at once. */
const MAX_CONCURRENT = 2
/** The first retries, then one every 15 seconds: its user may have put the phone away. */
const RETRY_DELAYS_MS = [1000, 4000]
const LATER_RETRY_DELAY_MS = 15_000

// No browser on an iPhone uploads while the app is closed.
const OFFLINE = `No connection. It’s stored on this device. We’ll upload it when ${product.name} is open and online.`
const ONLY_HERE = 'No connection. We couldn’t store it on this device, so please keep this page open.'

const { incomplete, tooManyToday, storageUsedUp } = receiptRefusals
/** Of refusals that aren't about the file itself. */
const retryableCodes = [incomplete, tooManyToday, storageUsedUp].map(({ code }) => code)

const transfers = new Map<string, AbortController>()
const failureCounts = new Map<string, number>()
const retryTimers = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Adds files to the pending upload and uploads them. Files with a problem are listed with it, not uploaded. An upload of
 * another origin waits in To file.
 * @returns their ids.
 */
export function addFiles(
  origin: Origin,
  files: readonly File[],
  notes: Pick<PendingFile, 'problem' | 'warning'> = {},
): string[] {
  const added = files.map((file): PendingFile => ({
    ...waitingFile(crypto.randomUUID(), file, today()),
    ...(notes.problem !== undefined && { state: 'refused' }),
    ...notes,
  }))
  setAsideOtherUpload(origin)
  appendFiles(origin, added)
  const owner = storedUserId()
  for (const { id, file, state } of added) if (state === 'waiting') void keep(id, owner, file!)
  void forgetOldFiles(owner)
  startTransfers()
  return added.map(({ id }) => id)
}

async function keep(id: string, owner: string, file: File): Promise<void> {
  if (!(await keepFile(id, owner, file))) changeFile(id, { isOnlyHere: true })
}

function watchPage(): void {
  window.addEventListener('beforeunload', confirmLeaving)
  window.addEventListener('online', retryFailed)
}

export function cancelFile(id: string, onDiscarded?: () => void): void {
  const file = allFiles().find((other) => other.id === id)
  // Otherwise it would wait to be filed.
  if (file?.draft) discardDraft(file.draft, onDiscarded)
  transfers.get(id)?.abort()
  void forgetKept(id)
  forget((other) => other.id === id)
}

export function cancelAllFiles(): void {
  for (const { id } of pendingUpload()?.files ?? []) cancelFile(id)
}

/** The files of outgoing receipts and of the pending upload. */
export function allFiles(): PendingFile[] {
  return [...outgoing().flatMap(({ upload }) => upload.files), ...(pendingUpload()?.files ?? [])]
}

/** Changes a file of an outgoing receipt or of the pending upload. */
export function changeFile(id: string, change: Partial<PendingFile>): void {
  updateFile(id, change)
  updateOutgoingFile(id, change)
}

function forget(matches: (file: PendingFile) => boolean): void {
  removeFiles(matches)
  removeOutgoingFiles(matches)
}

/** Cancels what isn't uploaded yet. */
export function cancelUnsent(): void {
  for (const { id } of unfiled().filter(isUnsent)) cancelFile(id)
}

/** The files that will wait in To file. */
function unfiled(): PendingFile[] {
  const pending = pendingUpload()
  return isBatch(pending) ? [...setAsideFiles(), ...pending.files] : setAsideFiles()
}

/** Removes the files that can't be uploaded. Returns their names. */
export function removeRefused(): string[] {
  const refused = pendingUpload()?.files.filter(({ state }) => state === 'refused') ?? []
  removeFiles(({ state }) => state === 'refused')
  return refused.map(({ name }) => name)
}

/** Removes all files that can't be uploaded, once that's seen. */
export function forgetRefused(): void {
  for (const { id } of unfiled().filter(({ state }) => state === 'refused')) forget((file) => file.id === id)
}

/** Uploads a file again with the same key, so that it's never stored twice. */
export function retryFile(id: string): void {
  changeFile(id, { state: 'waiting', sentBytes: 0, problem: undefined })
  startTransfers()
}

/** Uploads failed files again. Runs whenever the network returns, too. */
export function retryFailed(): void {
  for (const { id, state } of allFiles()) if (state === 'failed') retryFile(id)
  startTransfers()
}

/**
 * Leaving would lose bytes that only this page has, interrupt an upload or leave a receipt unsaved. That counts for every
 * user of this page. What waits for a connection on this device can wait for the next page, too.
 */
function confirmLeaving(event: BeforeUnloadEvent): void {
  const uploads = [...everyonesOutgoing().map(({ upload }) => upload), ...everyonesPending()]
  const isAtRisk = (file: PendingFile) => isUnsent(file) && (file.state !== 'failed' || file.isOnlyHere)
  const isSaving = (one: Outgoing) => isBeingFiled(one) && !one.upload.files.some(isUnsent)
  if (uploads.some(({ files }) => files.some(isAtRisk)) || everyonesOutgoing().some(isSaving))
    event.preventDefault()
}

/** Uploads what waits. */
export function startTransfers(): void {
  watchPage()
  while (transfers.size < MAX_CONCURRENT) {
    const next = allFiles().find(({ id, state, file }) => file && state === 'waiting' && !transfers.has(id))
    if (!next?.file) return
    void transfer(next, next.file)
  }
}

async function transfer({ id, addedOn }: PendingFile, file: File): Promise<void> {
  const control = new AbortController()
  transfers.set(id, control)
  changeFile(id, { state: 'uploading', sentBytes: 0 })
  try {
    const draft = await uploadDraft(file, id, {
      capturedOn: addedOn,
      signal: control.signal,
      // The count includes the multipart framing.
      onProgress: ({ sentBytes }) => changeFile(id, { sentBytes: Math.min(sentBytes, file.size) }),
    })
    changeFile(id, { state: 'uploaded', draft })
    void forgetKept(id)
  } catch (error) {
    if (isAbort(error)) return
    const failure = failureOf(error, id)
    // What was sent has to be sent again.
    changeFile(id, { ...failure, sentBytes: 0 })
    if (failure.state === 'refused') void forgetKept(id)
    if (error instanceof ApiError && !failure.isStuck) scheduleRetry(id, error.retryAfterSeconds)
    if (!(error instanceof ApiError && error.isUnreachable)) return
    void protectKeptFiles()
    // Others needn't wait for that: a cloud's folder may never answer.
    void replaceIfUnreadable(id, file)
  } finally {
    transfers.delete(id)
    startTransfers()
  }
}

/** A file that has changed since it was chosen fails as if there were no connection. The copy that was kept is sent then. */
async function replaceIfUnreadable(id: string, file: File): Promise<void> {
  if (await isReadable(file)) return
  const kept = await readKeptFile(id)
  const isKept = kept !== undefined && (await isReadable(kept))
  // A retry may have sent it already.
  if (!allFiles().some((other) => other.file === file && isUnsent(other))) return
  changeFile(id, isKept ? { file: kept } : { state: 'refused', problem: UNREADABLE })
  if (!isKept) void forgetKept(id)
}

function isReadable(file: File): Promise<boolean> {
  const firstByte = file.slice(0, 1).arrayBuffer()
  return firstByte.then(
    () => true,
    () => false,
  )
}

function scheduleRetry(id: string, retryAfterSeconds: number | undefined): void {
  const failures = failureCounts.get(id) ?? 0
  // A wait that the server asks for isn't a failure.
  if (retryAfterSeconds === undefined) failureCounts.set(id, failures + 1)
  const delay =
    retryAfterSeconds === undefined
      ? (RETRY_DELAYS_MS[failures] ?? LATER_RETRY_DELAY_MS)
      : retryAfterSeconds * 1000
  const retry = () => {
    const isFailed = allFiles().some((file) => file.id === id && file.state === 'failed')
    if (isFailed) retryFile(id)
  }
  // It may have been retried meanwhile, by its user or as the network seemed to be back.
  clearTimeout(retryTimers.get(id))
  retryTimers.set(id, setTimeout(retry, delay))
}

/** A file refused for its content can't be retried; any other failure can. */
function failureOf(error: unknown, id: string): Partial<PendingFile> {
  if (!(error instanceof ApiError)) {
    return { state: 'failed', problem: 'Something went wrong. Please try again.', isStuck: true }
  }
  const isFinal = error.code.startsWith('receipts.') && !retryableCodes.includes(error.code)
  // After a 401, its user may have logged in again meanwhile.
  const isStuck = !error.isTemporary && error.status !== 401
  const isOnlyHere = allFiles().some((file) => file.id === id && file.isOnlyHere)
  const problem = error.isUnreachable ? (isOnlyHere ? ONLY_HERE : OFFLINE) : error.message
  return { state: isFinal ? 'refused' : 'failed', problem, isStuck }
}
