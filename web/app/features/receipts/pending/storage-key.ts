import { keysWithPrefix } from '#platform/storage/local-storage.ts'

const PREFIX = 'pending-upload'
const MINE = 'pending-upload-place'

/**
 * Where this tab keeps its pending upload on the device. Every tab has a place of its own, so that two of them never
 * write over each other; a reload finds the same one again.
 */
export function pendingPlace(): string {
  return sessionStorage.getItem(MINE) ?? moveTo(`${PREFIX}:${crypto.randomUUID()}`)
}

/** Whether this tab has had a place before: this is a reload of it, or a copy. */
export function hasPlace(): boolean {
  return sessionStorage.getItem(MINE) !== null
}

export function moveTo(place: string): string {
  sessionStorage.setItem(MINE, place)
  return place
}

/** Keeps a place for as long as this tab lives. False when a tab that still lives has it: this one is a copy of it. */
export async function hold(place: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  if (!('locks' in navigator)) return true
  void navigator.locks.request(place, { ifAvailable: true }, (lock) => {
    resolve(lock !== null)
    return lock && new Promise(() => undefined)
  })
  return promise
}

/** The places of tabs that were closed before their upload was saved. */
export async function abandonedPlaces(): Promise<string[]> {
  const held = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []) : []
  return keysWithPrefix(PREFIX).filter((place) => !held.some(({ name }) => name === place))
}
