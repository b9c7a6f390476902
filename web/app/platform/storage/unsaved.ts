import { DAY_MS } from '@docketbox/contract/core/units'
import { keysWithPrefix, load, remove, save } from './local-storage.ts'

const PREFIX = 'unsaved:'

/** The name of unsaved input in To file. */
export const TO_FILE_INPUT = 'to-file'
/** The names of what a guest typed start with this. */
export const GUEST_INPUT = 'guest-form:'
/** How long unsaved input waits for a user to come back to this device. */
export const MAX_UNSAVED_MS = 30 * DAY_MS
/** Under a category's id is a copy of an upload that's about to be saved in it (requirement 13). */
const CATEGORY_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** @param owner the user's id; empty for visitors. */
export function lodgementDraftKey(owner: string): string {
  return `lodgement-draft:${owner}`
}

/** Loads unsaved input of this tab. It survives a reload, but not logging out unless it's set aside. */
export function loadUnsaved<Value>(
  name: string,
  parse: (stored: unknown) => Value | undefined,
): Value | undefined {
  return load(PREFIX + name, parse, 'sessionStorage')
}

export function storeUnsaved(name: string, value: unknown): void {
  save(PREFIX + name, value, 'sessionStorage')
}

export function removeUnsaved(name: string): void {
  remove(PREFIX + name, 'sessionStorage')
}

type SetAside = { value: unknown; setAsideAt: number }

/** Stores unsaved input where its own user finds it again on this device, even if this tab is gone by then. */
export function setAside(name: string, id: string, value: unknown): void {
  save(`${PREFIX}${name}:${id}`, { value, setAsideAt: Date.now() } satisfies SetAside)
}

export function removeSetAside(name: string, id: string): void {
  remove(`${PREFIX}${name}:${id}`)
}

/** Moves unsaved input of this tab out of the next user's way. */
export function setAsideUnsaved(name: string): void {
  const value = loadUnsaved(name, (stored) => stored)
  if (value !== undefined) setAside(name, crypto.randomUUID(), value)
  removeUnsaved(name)
}

/**
 * Takes back what was set aside, the newest last.
 * @param parse returns undefined for what stays: it's another user's.
 */
export function takeUnsaved<Value>(name: string, parse: (stored: unknown) => Value | undefined): Value[] {
  const timeOf = (key: string) => load(key, (stored) => (stored as SetAside).setAsideAt) ?? 0
  const keys = keysWithPrefix(`${PREFIX}${name}:`)
  return keys
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .flatMap((key) => {
      const setAsideAt = timeOf(key)
      const isOver = setAsideAt < Date.now() - MAX_UNSAVED_MS
      const value = load(key, (stored) => parse((stored as SetAside).value))
      if (isOver || value !== undefined) remove(key)
      return value ?? []
    })
}

/** Removes what was kept of what a guest typed. */
export function forgetGuestInput(): void {
  for (const key of keysWithPrefix(PREFIX + GUEST_INPUT, 'sessionStorage')) remove(key, 'sessionStorage')
}

/**
 * Removes what the next person on this device mustn't find once a user has logged out. Other users' drafts wait for them
 * for a month.
 * @param userId of the user who has logged out.
 */
export function forgetUnsaved(userId: string): void {
  // What was typed in To file names its user.
  setAsideUnsaved(TO_FILE_INPUT)
  for (const key of keysWithPrefix(PREFIX, 'sessionStorage')) remove(key, 'sessionStorage')
  remove(lodgementDraftKey(userId))
  remove(lodgementDraftKey(''))
  const savedAt = (draft: unknown) => Date.parse((draft as { savedAt: string }).savedAt)
  for (const key of keysWithPrefix(lodgementDraftKey('')))
    if ((load(key, savedAt) ?? 0) < Date.now() - MAX_UNSAVED_MS) remove(key)
  for (const key of keysWithPrefix('')) if (CATEGORY_ID.test(key)) remove(key)
}
