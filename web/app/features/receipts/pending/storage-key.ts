import { keysWithPrefix } from '#platform/storage/local-storage.ts'

const PREFIX = 'pending-upload'
const SESSION_KEY = 'pending-upload-place'

/**
 * The local storage key of this tab's pending upload. Every tab has its own, so that two tabs never overwrite each
 * other; a reload finds the same one.
 */
export function storageKey(): string {
  return sessionStorage.getItem(SESSION_KEY) ?? newStorageKey()
}

/** Whether this tab had a key already, because it was reloaded or duplicated. */
export function hasStorageKey(): boolean {
  return sessionStorage.getItem(SESSION_KEY) !== null
}

export function setStorageKey(key: string): void {
  sessionStorage.setItem(SESSION_KEY, key)
}

export function newStorageKey(): string {
  const key = `${PREFIX}:${crypto.randomUUID()}`
  setStorageKey(key)
  return key
}

/** Locks a key for the life of this tab. False if another open tab holds it: this one is its duplicate. */
export async function acquireLock(key: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  if (!('locks' in navigator)) return true
  void navigator.locks.request(key, { ifAvailable: true }, (lock) => {
    resolve(lock !== null)
    return lock && new Promise(() => undefined)
  })
  return promise
}

/** The keys of tabs that were closed before their upload was saved. */
export async function abandonedKeys(): Promise<string[]> {
  const held = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []) : []
  return keysWithPrefix(PREFIX).filter((key) => !held.some(({ name }) => name === key))
}
