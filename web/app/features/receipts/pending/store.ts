import { draft } from '@docketbox/contract/receipts/schemas'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { load, remove, save } from '#platform/storage/local-storage.ts'
import { storedUser } from '#platform/session/session.ts'
import { abandonedPlaces, hasPlace, hold, moveTo, pendingPlace } from './storage-key.ts'

const LOST = 'The page was left before this file had arrived. Please choose it again.'

export type Origin = 'capture' | 'custom-upload'

/** What is kept of a file: never its bytes (decision 13). */
const keptFile = z.object({
  /** Made here; also the key that makes sending the file twice harmless. */
  id: z.string(),
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number(),
  draft: draft.optional(),
})
const keptUpload = z.object({
  /** Whose it is: another person on this device does not see it. */
  owner: z.string(),
  origin: z.enum(['capture', 'custom-upload']),
  description: z.string(),
  files: z.array(keptFile),
  /** Makes saving it twice harmless. A change of what is saved makes a new one. */
  saveKey: z.string(),
  /** The categories under whose ids a copy is kept. */
  copies: z.array(z.string()),
})

export type PendingFile = z.infer<typeof keptFile> & {
  state: 'waiting' | 'sending' | 'arrived' | 'failed' | 'refused'
  sentBytes: number
  problem?: string | undefined
  /** The bytes, as long as the page lives. */
  file?: File
}
export type PendingUpload = Omit<z.infer<typeof keptUpload>, 'files'> & { files: readonly PendingFile[] }

const listeners = new Set<() => void>()
let current: PendingUpload | undefined
let isOpen = false

/** What this person has chosen or photographed and not saved yet; after a reload, as it was kept on this device. */
export function pendingUpload(): PendingUpload | undefined {
  if (!isOpen) open()
  current ??= load(pendingPlace(), restored)
  return current?.owner === ownerNow() ? current : undefined
}

/** The pending upload; renders again when it changes. */
export function usePendingUpload(): PendingUpload | undefined {
  return useSyncExternalStore(subscribe, pendingUpload, () => undefined)
}

/** Puts files in the pending upload of this origin; an unsaved one of the other origin makes way. */
export function putFiles(origin: Origin, files: readonly PendingFile[]): void {
  const before = started(origin)
  replace({ ...before, files: [...before.files, ...files], saveKey: crypto.randomUUID() })
}

/** Keeps what is typed, from the first letter. */
export function describe(origin: Origin, description: string): void {
  const before = started(origin)
  if (before.description !== description) replace({ ...before, description, saveKey: crypto.randomUUID() })
}

export function changeFile(id: string, change: Partial<PendingFile>): void {
  if (!current?.files.some((file) => file.id === id)) return
  replace({
    ...current,
    files: current.files.map((file) => (file.id === id ? { ...file, ...change } : file)),
  })
}

export function takeOut(isTaken: (file: PendingFile) => boolean): void {
  if (!current?.files.some(isTaken)) return
  const files = current.files.filter((file) => !isTaken(file))
  replace({ ...current, files, saveKey: crypto.randomUUID() })
}

/** Keeps a copy under the id of the category it is about to be saved in (specification §3). */
export function copyUnder(categoryId: string): void {
  const before = pendingUpload()
  if (!before) return
  const { description, files } = before
  save(categoryId, { description, file: files.flatMap(({ draft }) => (draft ? [{ uri: draft.uri }] : [])) })
  if (!before.copies.includes(categoryId)) replace({ ...before, copies: [...before.copies, categoryId] })
}

/** It is saved, or not wanted any more. */
export function forgetPending(): void {
  for (const categoryId of pendingUpload()?.copies ?? []) remove(categoryId)
  current = undefined
  remove(pendingPlace())
  announce()
}

function started(origin: Origin): PendingUpload {
  const before = pendingUpload()
  if (before?.origin === origin) return before
  forgetPending()
  return { owner: ownerNow(), origin, description: '', files: [], saveKey: '', copies: [] }
}

function replace(next: PendingUpload): void {
  current = next
  // Bytes and states live in this page; what is written is checked against the schema, which drops them.
  save(pendingPlace(), keptUpload.parse(next))
  announce()
}

/** Once in the life of a page. */
function open(): void {
  isOpen = true
  void (hasPlace() ? stayApart() : takeOver())
}

/** A tab that was copied goes on with what it shows, in a place of its own. */
async function stayApart(): Promise<void> {
  if (await hold(pendingPlace())) return
  const before = pendingUpload()
  moveTo(`pending-upload:${crypto.randomUUID()}`)
  await hold(pendingPlace())
  if (before) replace(before)
}

/** A new tab goes on with what this person left unsaved in one that was closed. */
async function takeOver(): Promise<void> {
  for (const place of await abandonedPlaces()) {
    if (current || load(place, restored)?.owner !== ownerNow() || !(await hold(place))) continue
    if (!current) moveTo(place)
    return announce()
  }
  await hold(pendingPlace())
}

function restored(stored: unknown): PendingUpload | undefined {
  const found = keptUpload.safeParse(stored).data
  return found && { ...found, files: found.files.map(restoredFile) }
}

function restoredFile(file: z.infer<typeof keptFile>): PendingFile {
  const state = file.draft ? 'arrived' : 'refused'
  return { ...file, state, sentBytes: 0, ...(state === 'refused' && { problem: LOST }) }
}

function ownerNow(): string {
  const found = z.object({ _id: z.string() }).safeParse(storedUser())
  return found.data?._id ?? ''
}

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
