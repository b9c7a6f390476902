import { keysWithPrefix, load, remove, save } from './local-storage.ts'

const PREFIX = 'unsaved:'

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

export function forgetUnsaved(): void {
  for (const key of keysWithPrefix(PREFIX, sessionStorage)) remove(key, sessionStorage)
}
