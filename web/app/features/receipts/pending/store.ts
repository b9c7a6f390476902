import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useSyncExternalStore } from 'react'
import { load, remove, save } from '#platform/storage/local-storage.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import {
  abandonedKeys,
  acquireLock,
  hasStorageKey,
  newStorageKey,
  setStorageKey,
  storageKey,
} from './storage-key.ts'
import {
  type Origin,
  type PendingFile,
  type PendingUpload,
  restoreUpload,
  toStored,
  type TypedFacts,
} from './upload.ts'

const listeners = new Set<() => void>()
let current: PendingUpload | undefined
let isOpen = false

/** The current user's unsaved upload, restored from local storage after a reload. */
export function pendingUpload(): PendingUpload | undefined {
  if (!isOpen) open()
  current ??= load(storageKey(), restoreUpload)
  return current?.owner === storedUserId() ? current : undefined
}

/** The pending upload; renders again when it changes. */
export function usePendingUpload(): PendingUpload | undefined {
  return useSyncExternalStore(subscribe, pendingUpload, () => undefined)
}

/** Whether each file becomes a separate receipt (requirement 42). */
export function isBatch(upload: PendingUpload | undefined): upload is PendingUpload {
  if (upload?.origin === 'to-file') return true
  return upload?.origin === 'custom-upload' && !upload.isOneReceipt && upload.files.length > 1
}

export function setOneReceipt(isOneReceipt: boolean): void {
  const upload = uploadFrom('custom-upload')
  update({ ...upload, isOneReceipt, saveKey: crypto.randomUUID() })
}

/**
 * Forgets files that were filed or discarded elsewhere.
 * @param isDescribed whether the description went with them.
 */
export function forgetDrafts(uris: readonly string[], { isDescribed = false } = {}): void {
  if (!pendingUpload()?.files.some(({ draft }) => draft && uris.includes(draft.uri))) return
  removeFiles(({ draft }) => draft !== undefined && uris.includes(draft.uri))
  if (current?.files.length === 0 && (isDescribed || !current.description.trim())) clearPending()
}

/** Adds files to the pending upload. */
export function appendFiles(origin: Origin, files: readonly PendingFile[]): void {
  const upload = uploadFrom(origin)
  update({ ...upload, files: [...upload.files, ...files], saveKey: crypto.randomUUID() })
}

export function setDescription(origin: Origin, description: string): void {
  const upload = uploadFrom(origin)
  if (upload.description !== description) update({ ...upload, description, saveKey: crypto.randomUUID() })
}

/** Fills in a description that was read, unless the user wrote one. */
export function prefillDescription(text: string, { isSure }: { isSure: boolean }): void {
  if (!current || (current.description !== '' && current.description !== current.prefill?.text)) return
  update({ ...current, description: text, prefill: { text, isSure }, saveKey: crypto.randomUUID() })
}

/** Corrects or confirms a fact; null clears it. */
export function setFacts(facts: TypedFacts): void {
  if (current) update({ ...current, facts: { ...current.facts, ...facts }, saveKey: crypto.randomUUID() })
}

export function updateFile(id: string, change: Partial<PendingFile>): void {
  if (!current?.files.some((file) => file.id === id)) return
  const next = {
    ...current,
    files: current.files.map((file) => (file.id === id ? { ...file, ...change } : file)),
  }
  // Progress isn't stored.
  if (Object.keys(change).join() === 'sentBytes') {
    current = next
    notify()
  } else update(next)
}

export function removeFiles(matches: (file: PendingFile) => boolean): void {
  if (!current?.files.some(matches)) return
  const files = current.files.filter((file) => !matches(file))
  update({ ...(files.length > 0 ? current : withoutReading(current)), files, saveKey: crypto.randomUUID() })
}

/** The next photo may be of another receipt. */
function withoutReading(upload: PendingUpload): PendingUpload {
  const description = upload.description === upload.prefill?.text ? '' : upload.description
  return { ...upload, description, prefill: undefined, facts: undefined }
}

/** Stores a copy under the id of the category it's about to be saved in. */
export function copyToCategory(categoryId: string): void {
  const upload = pendingUpload()
  if (!upload) return
  const { description, files, copies } = upload
  save(categoryId, { description, file: files.flatMap(({ draft }) => (draft ? [{ uri: draft.uri }] : [])) })
  if (!copies.includes(categoryId)) update({ ...upload, copies: [...copies, categoryId] })
}

/**
 * Makes an upload pending again after saving it was undone, unless another was begun: then its files wait in To file.
 * @param drafts its current files.
 * @returns whether it's pending again.
 */
export function restorePending(upload: PendingUpload, drafts: readonly Draft[]): boolean {
  if (pendingUpload()?.files.length) return false
  const files = upload.files.map((file) => {
    const draft = drafts.find(({ uri }) => uri === file.draft?.uri)
    return draft ? { ...file, draft } : file
  })
  // Saving it again isn't a retry.
  update({ ...upload, files, saveKey: crypto.randomUUID() })
  return true
}

/** Removes the pending upload once it's saved or discarded. */
export function clearPending(): void {
  for (const categoryId of pendingUpload()?.copies ?? []) remove(categoryId)
  current = undefined
  remove(storageKey())
  notify()
}

/** Removes a saved upload, unless another one is pending now. */
export function clearSaved({ files }: PendingUpload): void {
  const isPending = pendingUpload()?.files.some(({ id }) => files.some((file) => file.id === id))
  if (isPending) clearPending()
}

function uploadFrom(origin: Origin): PendingUpload {
  const upload = pendingUpload()
  if (upload?.origin === origin) return upload
  clearPending()
  return {
    owner: storedUserId(),
    origin,
    description: '',
    isOneReceipt: false,
    files: [],
    saveKey: '',
    copies: [],
  }
}

function update(next: PendingUpload): void {
  current = next
  save(storageKey(), toStored(next))
  notify()
}

/** Runs once per page. */
function open(): void {
  isOpen = true
  void (hasStorageKey() ? forkDraft() : adoptDraft())
}

/** A duplicated tab continues with its own copy. */
async function forkDraft(): Promise<void> {
  if (await acquireLock(storageKey())) return
  const upload = pendingUpload()
  await acquireLock(newStorageKey())
  if (upload) update(upload)
}

/** A new tab adopts this user's unsaved upload of a closed tab. */
async function adoptDraft(): Promise<void> {
  for (const key of await abandonedKeys()) {
    if (current || load(key, restoreUpload)?.owner !== storedUserId() || !(await acquireLock(key))) continue
    if (!current) setStorageKey(key)
    return notify()
  }
  await acquireLock(storageKey())
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
