import type { TypedFacts } from '@docketbox/contract/receipts/drafts/edits'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useSyncExternalStore } from 'react'
import { today } from '#platform/format/dates.ts'
import { load, remove, save } from '#platform/storage/local-storage.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { isUsable } from './limits.ts'
import {
  abandonedKeys,
  acquireLock,
  hasStorageKey,
  newStorageKey,
  setStorageKey,
  storageKey,
} from './storage-key.ts'
import { describedDraft, isTyped, typedEdit } from './typed-edit.ts'
import { type Origin, type PendingFile, type PendingUpload, restoreUpload, toStored } from './upload.ts'

/** Of an upload: nothing typed about it. */
export const UNTYPED = { description: '', prefill: undefined, facts: undefined, inRow: undefined }

const listeners = new Set<() => void>()
/** By owner: one user's files may still be on their way when another logs in. */
const uploads = new Map<string, PendingUpload>()
const opened = new Set<string>()

/** The current user's unsaved upload, restored from local storage after a reload. */
export function pendingUpload(): PendingUpload | undefined {
  const owner = storedUserId()
  return owner === '' ? undefined : uploadOf(owner)
}

function uploadOf(owner: string): PendingUpload | undefined {
  if (!opened.has(owner)) open(owner)
  const upload = uploads.get(owner) ?? load(storageKey(owner), restoreUpload)
  if (upload) uploads.set(owner, upload)
  return upload
}

/** Those of every user who was logged in on this page. */
export function everyonesPending(): PendingUpload[] {
  return [...uploads.values()]
}

/** The pending upload; renders again when it changes. */
export function usePendingUpload(): PendingUpload | undefined {
  return useSyncExternalStore(subscribe, pendingUpload, () => undefined)
}

/** Whether Scan or Upload has photos or files that can be filed. */
export function useHasPendingFiles(): boolean {
  const hasFiles = (one = pendingUpload()) => one?.origin !== 'to-file' && one?.files.some(isUsable) === true
  return useSyncExternalStore(subscribe, hasFiles, () => false)
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
 * @param isDescribed whether what was typed about the first file went with it.
 */
export function forgetDrafts(uris: readonly string[], { isDescribed = false } = {}): void {
  const isForgotten = ({ draft }: Pick<PendingFile, 'draft'>) =>
    draft !== undefined && uris.includes(draft.uri)
  const upload = pendingUpload()
  if (!upload?.files.some(isForgotten)) return
  if (isDescribed && isForgotten({ draft: describedDraft(upload) })) changePending(UNTYPED)
  removeFiles(isForgotten)
  const rest = pendingUpload()
  if (rest?.files.length === 0 && !rest.description.trim()) clearPending()
}

export function changePending(change: Partial<PendingUpload>): void {
  const upload = pendingUpload()
  if (upload) update({ ...upload, ...change })
}

export function appendFiles(origin: Origin, files: readonly PendingFile[]): void {
  const upload = uploadFrom(origin)
  const capturedOn = upload.files.length === 0 ? today() : upload.capturedOn
  update({ ...upload, files: [...upload.files, ...files], capturedOn, saveKey: crypto.randomUUID() })
}

export function setDescription(origin: Origin, description: string): void {
  const upload = uploadFrom(origin)
  if (upload.description !== description) update({ ...upload, description, saveKey: crypto.randomUUID() })
}

/** Fills in a description that was read, unless the user wrote one. */
export function prefillDescription(text: string): void {
  const upload = pendingUpload()
  if (!upload || (upload.description !== '' && upload.description !== upload.prefill?.text)) return
  update({ ...upload, description: text, prefill: { text, isSure: true }, saveKey: crypto.randomUUID() })
}

/** Corrects or confirms a fact; null clears it. */
export function setFacts(facts: TypedFacts): void {
  changePending({ facts: { ...pendingUpload()?.facts, ...facts }, saveKey: crypto.randomUUID() })
}

export function updateFile(id: string, change: Partial<PendingFile>): void {
  const upload = [...uploads.values()].find(({ files }) => files.some((file) => file.id === id))
  if (!upload) return
  const files = upload.files.map((file) => (file.id === id ? { ...file, ...change } : file))
  // Progress isn't stored.
  if (Object.keys(change).join() === 'sentBytes') show({ ...upload, files })
  else update({ ...upload, files })
}

export function removeFiles(matches: (file: PendingFile) => boolean): void {
  const upload = pendingUpload()
  if (!upload?.files.some(matches)) return
  const files = upload.files.filter((file) => !matches(file))
  // The next photo may be of another receipt, unless this one couldn't be uploaded.
  const isAnother = files.length === 0 && upload.files.some(isUsable)
  update({ ...(isAnother ? withoutReading(upload) : upload), files, saveKey: crypto.randomUUID() })
}

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
  const current = pendingUpload()
  if (current && (current.files.length > 0 || isTyped(current))) return false
  const files = upload.files.map((file) => {
    const draft = drafts.find(({ uri }) => uri === file.draft?.uri)
    if (!draft) return file
    const isAdjusted = draft.adjustedAt !== file.draft?.adjustedAt
    return { ...file, draft, ...(isAdjusted && { file: undefined }) }
  })
  const { uri } = describedDraft({ ...upload, files }) ?? {}
  const row = drafts.find((draft) => draft.uri === uri)
  // Its row in To file has what was saved.
  const inRow = row ? { uri: row.uri, typed: typedEdit(upload), shown: row.edit ?? {} } : upload.inRow
  // Saving it again isn't a retry.
  update({ ...upload, files, inRow, saveKey: crypto.randomUUID() })
  return true
}

/** Removes the pending upload once it's saved or discarded. */
export function clearPending(): void {
  clear(storedUserId())
}

function clear(owner: string): void {
  for (const categoryId of uploadOf(owner)?.copies ?? []) remove(categoryId)
  uploads.delete(owner)
  remove(storageKey(owner))
  notify()
}

/** Removes what was saved from the pending upload. Files that were added meanwhile stay. */
export function clearSaved({ owner, files }: PendingUpload): void {
  const upload = uploadOf(owner)
  const isSaved = ({ id }: PendingFile) => files.some((file) => file.id === id)
  if (!upload?.files.some(isSaved)) return
  clear(owner)
  const added = upload.files.filter((file) => !isSaved(file))
  if (added.length === 0) return
  const rest = { files: added, saving: undefined, isOneReceipt: false, copies: [] }
  update({ ...upload, ...UNTYPED, ...rest, saveKey: crypto.randomUUID() })
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
  save(storageKey(next.owner), toStored(next))
  show(next)
}

function show(next: PendingUpload): void {
  uploads.set(next.owner, next)
  notify()
}

/** Runs once per page for each user. */
function open(owner: string): void {
  opened.add(owner)
  void (hasStorageKey(owner) ? forkDraft(owner) : adoptDraft(owner))
}

/** A duplicated tab continues with its own copy; one that was reloaded with its own upload. */
async function forkDraft(owner: string): Promise<void> {
  if (await acquireLock(storageKey(owner))) return uploadOf(owner) ? undefined : adoptDraft(owner)
  const upload = uploadOf(owner)
  await acquireLock(newStorageKey(owner))
  if (upload) update(upload)
}

/** A new tab adopts this user's unsaved upload of a closed tab. */
async function adoptDraft(owner: string): Promise<void> {
  for (const key of await abandonedKeys()) {
    if (uploads.has(owner) || load(key, restoreUpload)?.owner !== owner || !(await acquireLock(key))) continue
    if (!uploads.has(owner)) setStorageKey(owner, key)
    return notify()
  }
  await acquireLock(storageKey(owner))
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
