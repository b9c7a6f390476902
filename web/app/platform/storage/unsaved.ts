import { keysWithPrefix, load, remove, save } from './local-storage.ts'

const PREFIX = 'unsaved:'

/** The local storage keys of lodgement drafts start with this. */
export const LODGEMENT_DRAFTS = 'lodgement-draft'
/** Under a category's id is a copy of an upload that's about to be saved in it (requirement 13). */
const CATEGORY_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Loads unsaved input of this tab. It survives a reload, but not logging out. */
export function loadUnsaved<Value>(
  name: string,
  parse: (stored: unknown) => Value | undefined,
): Value | undefined {
  return load(PREFIX + name, parse, sessionStorage)
}

export function storeUnsaved(name: string, value: unknown): void {
  save(PREFIX + name, value, sessionStorage)
}

export function removeUnsaved(name: string): void {
  remove(PREFIX + name, sessionStorage)
}

/** Removes what the next person on this device mustn't find once a user has logged out. */
export function forgetUnsaved(): void {
  for (const key of keysWithPrefix(PREFIX, sessionStorage)) remove(key, sessionStorage)
  for (const key of keysWithPrefix(''))
    if (key.startsWith(LODGEMENT_DRAFTS) || CATEGORY_ID.test(key)) remove(key)
}
