import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { isAbort } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { changeFile, type Origin, type PendingFile, pendingUpload, putFiles, takeOut } from './store.ts'
import { sendDraft } from './queries.ts'

/** On a bad line two files at once arrive sooner than twenty. */
const AT_ONCE = 2
/** A broken line is tried again by itself after these; then the person is asked. */
const PAUSES_MS = [1000, 4000]

const mayGoBetter = [receiptRefusals.incomplete.code, receiptRefusals.tooManyToday.code]

const transfers = new Map<string, AbortController>()
const failures = new Map<string, number>()

/** Adds files to the pending upload and sends them at once. Those with a problem are only shown with it. */
export function addFiles(origin: Origin, files: readonly File[], problem?: string): void {
  window.addEventListener('beforeunload', askToStay)
  putFiles(
    origin,
    files.map((file) => ({
      id: crypto.randomUUID(),
      name: file.name,
      type: file.type,
      sizeBytes: file.size,
      sentBytes: 0,
      file,
      state: problem ? 'refused' : 'waiting',
      problem,
    })),
  )
  sendNext()
}

/** Cancels a file that is on its way, or takes out one that has arrived. */
export function removeFile(id: string): void {
  transfers.get(id)?.abort()
  takeOut((file) => file.id === id)
}

export function removeAllFiles(): void {
  for (const { id } of pendingUpload()?.files ?? []) removeFile(id)
}

/**
 * Takes out what can never be saved, before the others go on.
 * @returns the names of what was taken out.
 */
export function removeRefused(): string[] {
  const refused = pendingUpload()?.files.filter(({ state }) => state === 'refused') ?? []
  takeOut(({ state }) => state === 'refused')
  return refused.map(({ name }) => name)
}

/** Sends a file again, with the same key: when it had arrived after all, there is still only one. */
export function retryFile(id: string): void {
  changeFile(id, { state: 'waiting', sentBytes: 0, problem: undefined })
  sendNext()
}

/** Sends what failed meanwhile: the line is back, or the person has signed in again. */
export function resumeUploads(): () => void {
  const resume = () => {
    for (const { id, state } of pendingUpload()?.files ?? []) if (state === 'failed') retryFile(id)
    sendNext()
  }
  resume()
  window.addEventListener('online', resume)
  return () => window.removeEventListener('online', resume)
}

/** The bytes of what has not arrived yet live in this page alone. */
function askToStay(event: BeforeUnloadEvent): void {
  const isLost = ({ state }: PendingFile) => state === 'waiting' || state === 'sending' || state === 'failed'
  if (pendingUpload()?.files.some(isLost)) event.preventDefault()
}

function sendNext(): void {
  while (transfers.size < AT_ONCE) {
    const next = pendingUpload()?.files.find(({ id, state }) => state === 'waiting' && !transfers.has(id))
    if (!next?.file) return
    void transfer(next.id, next.file)
  }
}

async function transfer(id: string, file: File): Promise<void> {
  const control = new AbortController()
  transfers.set(id, control)
  changeFile(id, { state: 'sending', sentBytes: 0 })
  try {
    const draft = await sendDraft(file, id, {
      signal: control.signal,
      // The form around the file is counted too; nobody wants to see more than the file.
      onProgress: ({ sentBytes }) => changeFile(id, { sentBytes: Math.min(sentBytes, file.size) }),
    })
    changeFile(id, { state: 'arrived', draft })
  } catch (thrown) {
    if (isAbort(thrown)) return
    changeFile(id, failure(thrown))
    if (thrown instanceof ApiError && thrown.isTemporary) tryLater(id)
  } finally {
    transfers.delete(id)
    sendNext()
  }
}

function tryLater(id: string): void {
  const before = failures.get(id) ?? 0
  failures.set(id, before + 1)
  const pause = PAUSES_MS[before]
  if (pause === undefined) return
  setTimeout(() => {
    const isStillFailed = pendingUpload()?.files.some((file) => file.id === id && file.state === 'failed')
    if (isStillFailed) retryFile(id)
  }, pause)
}

/** What the server refuses for its content stays refused; anything else may go better next time. */
function failure(thrown: unknown): Partial<PendingFile> {
  if (!(thrown instanceof ApiError))
    return { state: 'failed', problem: 'Something went wrong. Please try again.' }
  const isForGood = thrown.code.startsWith('receipts.') && !mayGoBetter.includes(thrown.code)
  return { state: isForGood ? 'refused' : 'failed', problem: thrown.message }
}
