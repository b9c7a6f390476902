import { keysWithPrefix } from '#platform/storage/local-storage.ts'

/** Of the local storage keys of pending uploads. */
export const PENDING_PREFIX = 'pending-upload:'

/**
 * The local storage key of a user's pending upload in this tab. Every tab has its own, so that two tabs never overwrite
 * each other; a reload finds the same one.
 */
export function storageKey(owner: string): string {
  return sessionStorage.getItem(sessionKey(owner)) ?? newStorageKey(owner)
}

/** Whether this tab had a key already, because it was reloaded or duplicated. */
export function hasStorageKey(owner: string): boolean {
  return sessionStorage.getItem(sessionKey(owner)) !== null
}

export function setStorageKey(owner: string, key: string): void {
  sessionStorage.setItem(sessionKey(owner), key)
}

export function newStorageKey(owner: string): string {
  const key = `${PENDING_PREFIX}${crypto.randomUUID()}`
  setStorageKey(owner, key)
  return key
}

function sessionKey(owner: string): string {
  return `pending-upload-place:${owner}`
}

/** Locks a key for the life of this tab. False if another open tab holds it: this one is its duplicate. */
export async function acquireLock(key: string): Promise<boolean> {
  if (!('locks' in navigator)) return true
  return new Promise((resolve) => {
    void navigator.locks.request(key, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise(() => undefined)
    })
  })
}

/** The keys of tabs that were closed before their upload was saved. */
export async function abandonedKeys(): Promise<string[]> {
  const held = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []) : []
  return keysWithPrefix(PENDING_PREFIX).filter((key) => !held.some(({ name }) => name === key))
}
