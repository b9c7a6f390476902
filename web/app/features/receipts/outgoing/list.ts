import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useSyncExternalStore } from 'react'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { clearPending, forgetDrafts, pendingUpload, restorePending, UNTYPED } from '../pending/store.ts'
import { describedDraft } from '../pending/typed-edit.ts'
import type { PendingFile, PendingUpload } from '../pending/upload.ts'
import {
  abandonedOutgoing,
  lockOutgoing,
  type Outgoing,
  removeStoredOutgoing,
  storeOutgoing,
} from './stored.ts'

const listeners = new Set<() => void>()
let all: readonly Outgoing[] = []
let shown: readonly Outgoing[] = []

/** The current user's. */
export function outgoing(): readonly Outgoing[] {
  const own = all.filter(({ upload }) => upload.owner === storedUserId())
  // React needs the same array for the same content.
  if (own.length !== shown.length || own.some((one, index) => one !== shown[index])) shown = own
  return shown
}

/** Those of every user who was logged in on this page. */
export function everyonesOutgoing(): readonly Outgoing[] {
  return all
}

/** Whether it will be saved in its category, unless the page is left. */
export function isBeingFiled({ category, problem }: Outgoing): boolean {
  return category !== undefined && problem === undefined
}

export function useOutgoing(): readonly Outgoing[] {
  return useSyncExternalStore(subscribe, outgoing, () => [])
}

/** Moves the pending upload to this list, which makes room for the next receipt. @returns its id. */
export function sendPending(upload: PendingUpload, category: string | undefined): string {
  const id = crypto.randomUUID()
  void lockOutgoing(id)
  update([...all, { id, upload, category }])
  clearPending()
  return id
}

/** Continues with what this user left on pages that are closed now. */
export async function adoptOutgoing(): Promise<readonly Outgoing[]> {
  const isHere = (id: string) => all.some((one) => one.id === id)
  const adopted = (await abandonedOutgoing(storedUserId())).filter(({ id }) => !isHere(id))
  update([...all, ...adopted])
  return adopted
}

/** Resolves once all its files are uploaded; to undefined if one can't be, or if the user takes it back. */
export function waitForUpload(id: string): Promise<PendingUpload | undefined> {
  return waitFor((resolve) => {
    const one = all.find((other) => other.id === id)
    const stopped = one?.upload.files.find(
      ({ state, isStuck }) => state === 'refused' || (state === 'failed' && isStuck),
    )
    if (one && !stopped && one.upload.files.some(({ state }) => state !== 'uploaded')) return
    resolve(stopped ? undefined : one?.upload)
    if (stopped) failOutgoing(id, stopped.problem)
  })
}

/** Waits until its user is logged in. Resolves to false if it has gone from the list meanwhile. */
export async function isOwnerLoggedIn(id: string): Promise<boolean> {
  const isIt = (one: Outgoing) => one.id === id
  while (all.some(isIt)) {
    if (outgoing().some(isIt)) return true
    await onlineOrTimeout()
  }
  return false
}

/** Resolves to its files once all of them are uploaded, refused or removed. */
export function waitForFiles(id: string): Promise<readonly PendingFile[]> {
  return waitFor((resolve) => {
    const files = all.find((other) => other.id === id)?.upload.files ?? []
    if (files.every(({ state }) => state === 'uploaded' || state === 'refused')) resolve(files)
  })
}

/** Checks now and after every change of the list, until `check` resolves. */
function waitFor<Value>(check: (resolve: (value: Value) => void) => void): Promise<Value> {
  return new Promise((resolve) => {
    const checkAgain = () =>
      check((value) => {
        listeners.delete(checkAgain)
        resolve(value)
      })
    listeners.add(checkAgain)
    checkAgain()
  })
}

export function failOutgoing(id: string, problem = 'It couldn’t be saved.'): void {
  update(all.map((one) => (one.id === id ? { ...one, problem } : one)))
}

/**
 * Lists what was typed about files that were changed, filed or discarded elsewhere before it was saved.
 * @param isOvertaken whether they were only changed.
 * @param isInToFile whether they still wait there.
 */
export function listEntered(
  entered: DraftEdit,
  owner: string,
  { isOvertaken = false, isInToFile = isOvertaken }: { isOvertaken?: boolean; isInToFile?: boolean } = {},
): void {
  if (Object.keys(entered).length === 0) return
  const problem = isOvertaken
    ? 'You’ve also changed this upload on another device, and we’ve kept that version.'
    : 'You’ve already filed or discarded this receipt elsewhere.'
  addOutgoing(owner, [], { problem, entered, isInToFile })
}

/** Adds an upload whose files wait in To file once they're uploaded. */
export function addOutgoing(
  owner: string,
  files: readonly PendingFile[],
  more: Partial<Outgoing> = {},
): Outgoing {
  const none = { ...UNTYPED, isOneReceipt: false, copies: [], saveKey: '' }
  const upload: PendingUpload = { owner, origin: 'to-file', ...none, files }
  const one: Outgoing = { id: crypto.randomUUID(), upload, category: undefined, ...more }
  void lockOutgoing(one.id)
  update([...all, one])
  return one
}

/** What was typed about it has been saved. */
export function forgetTyped(id: string): void {
  changeOutgoing(id, UNTYPED)
}

export function changeOutgoing(id: string, change: Partial<PendingUpload>): void {
  update(all.map((one) => (one.id === id ? { ...one, upload: { ...one.upload, ...change } } : one)))
}

export function removeOutgoing(id: string): void {
  update(all.filter((one) => one.id !== id))
}

/** Removes an upload that has been saved. */
export function removeSaved({ saveKey }: PendingUpload): void {
  update(all.filter(({ upload }) => upload.saveKey !== saveKey))
}

/** Whether an upload is in this list, which says how saving it ends. */
export function isOutgoing({ saveKey }: PendingUpload): boolean {
  return all.some(({ upload }) => upload.saveKey === saveKey)
}

/** Forgets that it was being saved: that attempt has ended. */
export function forgetSaving(id: string): void {
  changeOutgoing(id, { saving: undefined })
}

/** Makes it the pending upload again, unless there's another with files. */
export function undoOutgoing({ id, upload }: Outgoing): void {
  if (pendingUpload()?.files.length) return
  removeOutgoing(id)
  clearPending()
  restorePending(upload, [])
}

export function updateOutgoingFile(fileId: string, change: Partial<PendingFile>): void {
  const hasFile = ({ upload }: Outgoing) => upload.files.some(({ id }) => id === fileId)
  if (!all.some(hasFile)) return
  const changed = ({ files, ...upload }: PendingUpload) => ({
    ...upload,
    files: files.map((file) => (file.id === fileId ? { ...file, ...change } : file)),
  })
  const next = all.map((one) => (hasFile(one) ? { ...one, upload: changed(one.upload) } : one))
  // Progress isn't stored.
  update(next, { isStored: Object.keys(change).join() !== 'sentBytes' })
}

export function removeOutgoingFiles(matches: (file: PendingFile) => boolean): void {
  const rest = (one: Outgoing): Outgoing | [] => {
    const files = one.upload.files.filter((file) => !matches(file))
    if (files.length === one.upload.files.length) return one
    return files.length > 0 ? { ...one, upload: { ...one.upload, files } } : []
  }
  update(all.flatMap(rest))
}

/** Forgets files that were filed or discarded in To file, and what was typed about them. */
export function forgetFiled(uris: readonly string[]): void {
  forgetDrafts(uris, { isDescribed: true })
  forgetOutgoingDrafts(uris)
}

/** The same, for outgoing uploads alone. */
export function forgetOutgoingDrafts(uris: readonly string[]): void {
  const isForgotten = (draft: Draft | undefined) => draft !== undefined && uris.includes(draft.uri)
  for (const { id, upload } of all) if (isForgotten(describedDraft(upload))) forgetTyped(id)
  removeOutgoingFiles(({ draft }) => isForgotten(draft))
}

function update(next: readonly Outgoing[], { isStored = true } = {}): void {
  for (const { id } of all) if (!next.some((one) => one.id === id)) removeStoredOutgoing(id)
  if (isStored) for (const one of next) if (!all.includes(one)) storeOutgoing(one)
  all = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
