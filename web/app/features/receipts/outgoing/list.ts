import { useSyncExternalStore } from 'react'
import { storedUserId } from '../stored-user.ts'
import {
  clearPending,
  type PendingFile,
  type PendingUpload,
  pendingUpload,
  restorePending,
} from '../pending/store.ts'

/** A receipt that's filed as soon as its photos have arrived, while the user goes on with something else. */
export type Outgoing = {
  id: string
  upload: PendingUpload
  category: string
  /** Why it isn't filed. */
  problem?: string | undefined
}

const listeners = new Set<() => void>()
let all: readonly Outgoing[] = []
let shown: readonly Outgoing[] = []

/** Those of the current user. */
export function outgoing(): readonly Outgoing[] {
  const own = all.filter(({ upload }) => upload.owner === storedUserId())
  // The same array while it has the same content, as React asks for it.
  if (own.length !== shown.length || own.some((one, index) => one !== shown[index])) shown = own
  return shown
}

export function useOutgoing(): readonly Outgoing[] {
  return useSyncExternalStore(subscribe, outgoing, () => [])
}

/** Makes room for the next receipt. @returns the id of the one that's under way now. */
export function sendPending(upload: PendingUpload, category: string): string {
  const id = crypto.randomUUID()
  update([...all, { id, upload, category }])
  clearPending()
  return id
}

/** Resolves once all its files are uploaded; to undefined if that fails for good, or it's taken back. */
export function uploadOf(id: string): Promise<PendingUpload | undefined> {
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

export function failOutgoing(id: string, problem = 'It couldn’t be saved.'): void {
  update(all.map((one) => (one.id === id ? { ...one, problem } : one)))
}

export function removeOutgoing(id: string): void {
  update(all.filter((one) => one.id !== id))
}

/** Puts it back on the screen where it was photographed, unless another is there. */
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

function update(next: readonly Outgoing[]): void {
  all = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
