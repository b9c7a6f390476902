import { useSyncExternalStore } from 'react'
import { storedUserId } from '#platform/session/stored-user.ts'
import { clearPending, pendingUpload, restorePending } from '../pending/store.ts'
import type { PendingFile, PendingUpload } from '../pending/upload.ts'

/** An upload that's finished in the background: filed in its category or, without one, left in To file. */
export type Outgoing = {
  id: string
  upload: PendingUpload
  category: string | undefined
  /** Why it couldn't be filed. */
  problem?: string | undefined
}

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
  update([...all, { id, upload, category }])
  clearPending()
  return id
}

/** Resolves once all its files are uploaded; to undefined if one is refused or the user takes it back. */
export function waitForUpload(id: string): Promise<PendingUpload | undefined> {
  const { promise, resolve } = Promise.withResolvers<PendingUpload | undefined>()
  const check = () => {
    const one = all.find((other) => other.id === id)
    const refused = one?.upload.files.find(({ state }) => state === 'refused')
    if (one && !refused && one.upload.files.some(({ state }) => state !== 'uploaded')) return
    listeners.delete(check)
    if (refused) failOutgoing(id, refused.problem)
    resolve(refused ? undefined : one?.upload)
  }
  listeners.add(check)
  check()
  return promise
}

/** Resolves to its files once all of them are uploaded, refused or removed. */
export function waitForFiles(id: string): Promise<readonly PendingFile[]> {
  const { promise, resolve } = Promise.withResolvers<readonly PendingFile[]>()
  const check = () => {
    const files = all.find((other) => other.id === id)?.upload.files ?? []
    if (files.some(({ state }) => state !== 'uploaded' && state !== 'refused')) return
    listeners.delete(check)
    resolve(files)
  }
  listeners.add(check)
  check()
  return promise
}

export function failOutgoing(id: string, problem = 'It couldn’t be saved.'): void {
  update(all.map((one) => (one.id === id ? { ...one, problem } : one)))
}

export function removeOutgoing(id: string): void {
  update(all.filter((one) => one.id !== id))
}

/** Makes it the pending upload again, unless there's another. */
export function takeBack({ id, upload }: Outgoing): void {
  if (pendingUpload()?.files.length) return
  removeOutgoing(id)
  restorePending(upload, [])
}

export function updateOutgoingFile(fileId: string, change: Partial<PendingFile>): void {
  if (!all.some(({ upload }) => upload.files.some(({ id }) => id === fileId))) return
  const changed = ({ files, ...upload }: PendingUpload) => ({
    ...upload,
    files: files.map((file) => (file.id === fileId ? { ...file, ...change } : file)),
  })
  update(all.map((one) => ({ ...one, upload: changed(one.upload) })))
}

export function removeOutgoingFiles(matches: (file: PendingFile) => boolean): void {
  if (!all.some(({ upload }) => upload.files.some(matches))) return
  const rest = ({ files, ...upload }: PendingUpload) => ({
    ...upload,
    files: files.filter((file) => !matches(file)),
  })
  update(
    all.map((one) => ({ ...one, upload: rest(one.upload) })).filter(({ upload }) => upload.files.length > 0),
  )
}

function update(next: readonly Outgoing[]): void {
  all = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
